import { describe, expect, it } from 'vitest';
import type { TaskRecord } from '../model/task-record.ts';
import { PortError, type PortFailure } from '../ports/port-failure.ts';
import { aRecord } from '../testing/test-record.ts';
import { deferred, settle } from '../testing/test-system.ts';
import { selectMayHaveStarted, selectPhoto } from './task.selectors.ts';
import { failing, startTaskChart } from './task.test-kit.ts';

const offline: PortFailure = { reason: 'offline' };

describe.each([
  ['knows of none', () => Promise.resolve(null)],
  ['cannot be asked', failing(offline)],
])('when the visitor stops an unsure start and the server %s', (_, look) => {
  const stopped = async (answers: { startTask: () => Promise<TaskRecord> }) => {
    const chart = startTaskChart({ ...answers, findRunningTask: look });
    await chart.uploaded();
    await chart.send({ type: 'overlay.left' });
    await chart.send({ type: 'cancel.pressed' });
    expect(chart.calls('findRunningTask')).toHaveLength(2);
    expect([chart.now().value, selectMayHaveStarted(chart.now())]).toEqual(['failed', true]);
    expect(selectPhoto(chart.now())?.name).toBe('cat.jpg');
    return chart;
  };

  it('says that it may have started, and starts it again with its own key only', async () => {
    const { calls, now, send, told } = await stopped({ startTask: failing(offline) });
    await send({ type: 'retry.pressed' });
    expect(now().matches({ working: { step: { starting: 'waiting' } } })).toBe(true);
    expect(now().context.watching).toBe(true);
    const opened = told('overlay').filter(
      (one) => (one as { type: string }).type === 'overlay.opened',
    );
    expect(opened).toHaveLength(2);
    const keys = calls('startTask').map(
      ({ input }) => (input as { idempotencyKey: string }).idempotencyKey,
    );
    expect(keys).toEqual(['key-number-1', 'key-number-1']);
  });

  it('still says so when the next try fails for a reason of its own', async () => {
    const failures: PortFailure[] = [offline, { reason: 'unexpected' }];
    const { now, send } = await stopped({
      startTask: () => Promise.reject(new PortError(failures.shift() ?? offline)),
    });
    await send({ type: 'retry.pressed' });
    expect([now().value, selectMayHaveStarted(now())]).toEqual(['failed', true]);
  });

  it('no longer says so when the server has refused the next try', async () => {
    const failures: PortFailure[] = [offline, { reason: 'refused', code: 'upload_used' }];
    const { now, send } = await stopped({
      startTask: () => Promise.reject(new PortError(failures.shift() ?? offline)),
    });
    await send({ type: 'retry.pressed' });
    expect([now().value, selectMayHaveStarted(now())]).toEqual(['failed', false]);
  });
});

it('cancels the task that an unsure start turns out to have made', async () => {
  let asked = 0;
  const { calls, send, uploaded } = startTaskChart({
    startTask: failing(offline),
    findRunningTask: async () => {
      asked += 1;
      return asked === 1 ? null : aRecord({ dealStatus: 1 });
    },
  });
  await uploaded();
  await send({ type: 'cancel.pressed' });
  expect(calls('cancelTask')).toHaveLength(1);
});

it('does not start again what was stopped while the start was on its way', async () => {
  const start = deferred<TaskRecord>();
  const { calls, now, send, uploaded } = startTaskChart({ startTask: () => start.promise });
  await uploaded();
  await send({ type: 'cancel.pressed' });
  start.reject(new PortError(offline));
  await settle();
  expect(calls('findRunningTask')).toHaveLength(2);
  expect(calls('startTask')).toHaveLength(1);
  expect(now().value).toBe('failed');
});
