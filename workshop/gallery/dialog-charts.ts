import type { AnyStateMachine } from 'xstate';
import { dialogKinds, loadDialogChart } from '../../machines/app/children.derived.ts';
import type { DialogKind } from '../../machines/model/dialog.ts';
import { type Cue, withoutPorts } from './stage.ts';

const loaded = await Promise.all(
  dialogKinds.map(async (kind) => [kind, withoutPorts(await loadDialogChart(kind))] as const),
);

/** The charts of dialogs as they run on a stage. */
export const dialogCharts = Object.fromEntries(loaded) as Record<DialogKind, AnyStateMachine>;

/** The step by which a requested dialog opens. */
export const dialogArrives = (kind: DialogKind): Cue => ({
  to: 'dialogs',
  step: {
    kind: 'done',
    actor: 'loadDialog',
    output: dialogCharts[kind],
    says: 'loadDialog answers',
  },
});
