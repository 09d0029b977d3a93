import type { AnyActorRef } from 'xstate';
import { chart } from './charts.ts';
import type { DialogRequested } from './dialogs/dialogs.types.ts';
import { phaseOf } from './model/task-record.ts';
import type { RunCard, StudioContext, StudioEvent } from './studio/studio.types.ts';
import type { ToastRequest } from './toast/toast.types.ts';

/* Messages to other charts, shared by the charts of runs and records. */

/** The confirmation before a record is deleted; the answer is sent to the requester. */
export const removalQuestion = (
  requester: 'records' | 'result',
  recordId: string | null,
): DialogRequested => ({
  type: 'dialog.requested',
  dialog: {
    id: `${requester}.removal.${recordId}`,
    name: 'removal',
    requester,
    kind: 'messageBox',
    input: {
      mode: 'confirm',
      title: { id: 'dialog.deleteRecord.title' },
      message: { id: 'dialog.deleteRecord.message' },
      confirm: { id: 'dialog.deleteRecord.confirm' },
    },
  },
});

export const recordDeleted: ToastRequest = {
  type: 'toast.requested',
  kind: 'success',
  message: { id: 'toast.recordDeleted' },
};

type System = { get: (systemId: string) => AnyActorRef | undefined };
type Studio = { context?: Pick<StudioContext, 'runs' | 'inHand'> };

const studioIn = (system: System): Studio => chart('studio')({ system }).getSnapshot() as Studio;

/** The card in the studio with the result of this record. */
const cardIn = ({ context }: Studio, recordId: string | null): RunCard | undefined =>
  context?.runs?.find(
    ({ outcome }) =>
      outcome?.kind === 'ended' &&
      outcome.record.id === recordId &&
      phaseOf(outcome.record) === 'succeeded',
  );

/** Target of an event: the studio if it shows the result of this record; otherwise the event is dropped. */
export const studioShowing = (system: System, recordId: string | null) =>
  chart(cardIn(studioIn(system), recordId) ? 'studio' : null)({ system });

/** The event that removes a deleted result from the studio: the current photo, or a card. */
export const resultDeleted = (system: System, recordId: string | null): StudioEvent => {
  const studio = studioIn(system);
  const card = cardIn(studio, recordId);
  return card && card.id !== studio.context?.inHand
    ? { type: 'card.dismissed', id: card.id }
    : { type: 'photo.removed' };
};
