import { fromCallback } from 'xstate';
import type { RecordPage } from '../../model/task-record.ts';
import type { PicturePort } from '../../ports/picture.port.ts';
import type { PortFailure } from '../../ports/port-failure.ts';
import type { RecordsPort } from '../../ports/records.port.ts';
import type { RecordNews, WatchEvent, WatchInput } from '../../record-watch/record-watch.types.ts';
import { callActor } from '../../testing/call-actor.ts';
import { finishedRecord } from '../../testing/samples.ts';
import { aRecord } from '../../testing/test-record.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { recordsMachine } from '../records.machine.ts';
import { selectRecords } from '../records.selectors.ts';

export const done = (id: string) => aRecord({ id, dealStatus: 2 });
export const offline: PortFailure = { reason: 'offline' };

/** Starts the chart with these answers. Without an answer, a call succeeds. */
export const startRecords = async (
  answers: Partial<RecordsPort & Pick<PicturePort, 'savePictures'>> & { page?: RecordPage } = {},
) => {
  const asked: string[] = [];
  let emit: (event: RecordNews) => void = () => {};
  const page = answers.page ?? { records: [done('a'), done('b')], nextCursor: null };
  const logic = recordsMachine.provide({
    actors: {
      listRecords: callActor((input: { cursor: string | null }, signal) => {
        asked.push(`list ${input.cursor}`);
        return answers.listRecords?.(input, signal) ?? Promise.resolve(page);
      }),
      loadRecord: callActor((input: { id: string } | null, signal) => {
        asked.push(`load ${input?.id}`);
        return (input && answers.loadRecord?.(input, signal)) ?? Promise.resolve(finishedRecord);
      }),
      deleteRecord: callActor((input: { id: string } | null, signal) => {
        asked.push(`delete ${input?.id}`);
        return (input && answers.deleteRecord?.(input, signal)) ?? Promise.resolve();
      }),
      savePictures: callActor(
        (input: Parameters<PicturePort['savePictures']>[0] | null, signal) => {
          asked.push(`save ${input?.pictures.map(({ name }) => name)} in ${input?.name}`);
          return (input && answers.savePictures?.(input, signal)) ?? Promise.resolve();
        },
      ),
      recordWatch: fromCallback<WatchEvent, WatchInput>(({ input, sendBack, receive }) => {
        asked.push(`watch ${input.id} ${input.revision}`);
        receive(({ type }) => asked.push(type));
        emit = sendBack;
      }) as never,
    },
  });
  const { root, told } = startAmongOthers('records', logic);
  const actor = chartRef(root.system, 'records');
  if (!actor) throw new Error('The records chart did not start');
  const now = () => actor.getSnapshot();
  const emitted: unknown[] = [];
  actor.on('*', (event) => emitted.push(event));
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
  return { answerDialog, asked, emitted, ids, now, send, told, watch };
};
