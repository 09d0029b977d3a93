import { fromCallback } from 'xstate';
import { archiveMachine } from '../../archive/archive.machine.ts';
import type { RecordPage, TaskRecord } from '../../model/task-record.ts';
import type { PicturePort } from '../../ports/picture.port.ts';
import type { PortFailure } from '../../ports/port-failure.ts';
import type { RecordsPort } from '../../ports/records.port.ts';
import type { RecordNews, WatchEvent, WatchInput } from '../../record-watch/record-watch.types.ts';
import { removalsMachine } from '../../removals/removals.machine.ts';
import { callActor } from '../../testing/call-actor.ts';
import { finishedRecord } from '../../testing/samples.ts';
import { aRecord } from '../../testing/test-record.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { recordsMachine } from '../records.machine.ts';
import { selectIsArchiving, selectRecords } from '../records.selectors.ts';

export const done = (id: string) => aRecord({ id, dealStatus: 2 });
export const offline: PortFailure = { reason: 'offline' };

/** Starts the chart with these answers. Without an answer, a call succeeds. */
export const startRecords = async (
  answers: Partial<RecordsPort & Pick<PicturePort, 'savePictures'>> & {
    page?: RecordPage;
    tool?: string;
  } = {},
) => {
  const asked: string[] = [];
  let emit: (event: RecordNews) => void = () => {};
  const page = answers.page ?? { records: [done('a'), done('b')], nextCursor: null };
  const loadRecord = callActor((input: { id: string } | null, signal) => {
    asked.push(`load ${input?.id}`);
    return (input && answers.loadRecord?.(input, signal)) ?? Promise.resolve(finishedRecord);
  });
  const archive = archiveMachine.provide({
    actors: {
      loadRecord,
      savePictures: callActor(
        (input: Parameters<PicturePort['savePictures']>[0] | null, signal) => {
          asked.push(`save ${input?.pictures.map(({ name }) => name)} in ${input?.name}`);
          return (input && answers.savePictures?.(input, signal)) ?? Promise.resolve();
        },
      ),
    },
  });
  const removals = removalsMachine.provide({
    actors: {
      deleteRecord: callActor((input: { id: string } | null, signal) => {
        asked.push(`delete ${input?.id}`);
        return (input && answers.deleteRecord?.(input, signal)) ?? Promise.resolve();
      }),
    },
  });
  const logic = recordsMachine.provide({
    actors: {
      loadRecord,
      listRecords: callActor((input: { cursor: string | null; tool?: string | null }, signal) => {
        asked.push(`list ${input.cursor}${input.tool ? ` of ${input.tool}` : ''}`);
        return answers.listRecords?.(input, signal) ?? Promise.resolve(page);
      }),
      recordWatch: fromCallback<WatchEvent, WatchInput>(({ input, sendBack, receive }) => {
        asked.push(`watch ${input.id} ${input.revision}`);
        receive(({ type }) => asked.push(type));
        emit = sendBack;
      }) as never,
    },
  });
  const { root, told } = startAmongOthers('records', logic, {
    input: { tool: answers.tool ?? null },
    beside: { archive, removals },
  });
  const actor = chartRef(root.system, 'records');
  if (!actor) throw new Error('The records chart did not start');
  const now = () => actor.getSnapshot();
  const removal = () => chartRef(root.system, 'removals')?.getSnapshot();
  const isSaving = () => {
    const archived = chartRef(root.system, 'archive')?.getSnapshot();
    return archived !== undefined && selectIsArchiving(archived);
  };
  const isRemoving = (id: string) => removal()?.context.queue.includes(id) === true;
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const watch = async (event: RecordNews) => {
    emit(event);
    await settle();
  };
  const ids = () => selectRecords(now()).map(({ id }) => id);
  const answerDialog = (answer: 'confirmed' | 'cancelled') =>
    send({ type: 'dialog.answered', id: 'x', answer });
  await settle();
  return { answerDialog, asked, ids, isRemoving, isSaving, now, send, told, watch };
};

export const withResult = (id: string): TaskRecord => ({ ...finishedRecord, id });

/** Starts the chart with three records and selects some of them. */
export const startSelected = async (
  ids: readonly string[],
  answers: Parameters<typeof startRecords>[0] = {},
) => {
  const page = { records: ['a', 'b', 'c'].map(withResult), nextCursor: null };
  const started = await startRecords({ page, ...answers });
  await started.send({ type: 'records.selectionToggled' });
  for (const id of ids) await started.send({ type: 'records.toggled', id });
  const selected = () => started.now().context.selected;
  return { ...started, selected };
};
