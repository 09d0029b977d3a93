import { expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { Change } from '../../model/change.ts';
import type { PictureWays } from '../../model/picture-format.ts';
import type { TaskRecord } from '../../model/task-record.ts';
import type { ComparedPictures } from '../../ports/picture.port.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { finishedRecord } from '../../testing/samples.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { resultMachine } from '../result.machine.ts';
import { selectChange, selectIsSurveying } from '../result.selectors.ts';

/* Where the comparison of a result opens. */

const change: Change = {
  place: { x: 0.4, y: 0.3 },
  area: { left: 0.4, top: 0.3, width: 0, height: 0 },
};
const pictures: TaskRecord = {
  ...finishedRecord,
  before: { url: '/files/before.webp', width: 600, height: 400 },
  after: { url: '/files/after.webp', width: 1200, height: 800 },
};

const ways: PictureWays = { shares: true, copies: true };

const start = async (record: TaskRecord = pictures) => {
  const asked: (ComparedPictures | null)[] = [];
  const answer = Promise.withResolvers<Change | null>();
  const clock = new SimulatedClock();
  const logic = resultMachine.provide({
    actors: {
      loadRecord: callActor(() => Promise.resolve(record)),
      findPictureWays: callActor(() => Promise.resolve(ways)),
      findChange: callActor((input: ComparedPictures | null) => {
        asked.push(input);
        return answer.promise;
      }),
    },
  });
  const { root } = startAmongOthers('result', logic, {
    clock,
    input: { recordId: 'r1', tool: null },
  });
  const actor = chartRef(root.system, 'result');
  if (!actor) throw new Error('The result chart did not start');
  await settle();
  const now = () => actor.getSnapshot();
  return {
    asked,
    look: () => [selectIsSurveying(now()), selectChange(now())],
    send: async (event: Parameters<typeof actor.send>[0]) => {
      actor.send(event);
      await settle();
    },
    answer: async (found: Change | null | PortFailure) => {
      if (found && 'reason' in found) answer.reject(new PortError(found));
      else answer.resolve(found);
      await settle();
    },
    pass: async (ms: number) => {
      clock.increment(ms);
      await settle();
    },
  };
};

it('opens where the two pictures of the record differ most (R78)', async () => {
  const { answer, asked, look } = await start();
  expect(look()).toEqual([true, null]);
  expect(asked).toEqual([
    { before: '/files/before.webp', after: '/files/after.webp', width: 1200, height: 800 },
  ]);
  await answer(change);
  expect(look()).toEqual([false, change]);
});

it('opens a portrait, which is a new crop, with the whole picture', async () => {
  const { look, asked } = await start({ ...pictures, code: 'face-portrait' });
  expect([look(), asked]).toEqual([[false, null], []]);
});

it.each([
  ['that is best', null],
  ['if the pictures cannot be compared', { reason: 'unsupported' }],
] as const)('opens with the whole picture %s', async (_, found) => {
  const { answer, look } = await start();
  await answer(found);
  expect(look()).toEqual([false, null]);
});

it('opens with the whole picture after a moment, and does not move later', async () => {
  const { answer, look, pass } = await start();
  await pass(1499);
  expect(look()).toEqual([true, null]);
  await pass(1);
  expect(look()).toEqual([false, null]);
  await answer(change);
  expect(look()).toEqual([false, null]);
});

it('stays where it opened when a deletion is not confirmed', async () => {
  const { answer, asked, look, send } = await start();
  await answer(change);
  await send({ type: 'removal.pressed' });
  await send({ type: 'dialog.answered', id: 'result.removal.r1', answer: 'cancelled' });
  expect([look(), asked.length]).toEqual([[false, change], 1]);
});
