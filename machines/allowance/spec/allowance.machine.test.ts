import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { UserInfo } from '../../model/user.ts';
import { callActor } from '../../testing/call-actor.ts';
import { guest, member } from '../../testing/samples.ts';
import { chartRef, deferred, settle, startAmongOthers } from '../../testing/test-system.ts';
import { allowanceMachine } from '../allowance.machine.ts';

const start = () => {
  const waits: { at: string | undefined; end: () => Promise<void>; isWanted: () => boolean }[] = [];
  const clock = new SimulatedClock();
  const logic = allowanceMachine.provide({
    actors: {
      waitUntil: callActor<{ at: string } | null, void>((wait, signal) => {
        const { promise, resolve } = deferred<void>();
        waits.push({
          at: wait?.at,
          isWanted: () => !signal.aborted,
          end: async () => {
            resolve();
            await settle();
          },
        });
        return promise;
      }),
    },
  });
  const { root, told } = startAmongOthers('allowance', logic, { clock });
  const tell = (user: UserInfo | null) =>
    chartRef(root.system, 'allowance')?.send({ type: 'user.changed', user });
  return { clock, tell, asked: () => told('session'), waits };
};

const outdated = { type: 'user.outdated' };

describe("the end of the day's allowance", () => {
  it('loads the user again, and waits for the next renewal', async () => {
    const { asked, tell, waits } = start();
    tell(guest);
    expect(waits.map(({ at }) => at)).toEqual([guest.allowance?.resetsAt]);
    expect(asked()).toEqual([]);
    await waits[0]?.end();
    expect(asked()).toEqual([outdated]);
    tell(guest);
    await waits[1]?.end();
    expect(asked()).toEqual([outdated, outdated]);
  });

  it('loads the user again every minute without an answer', async () => {
    const { asked, clock, tell, waits } = start();
    tell(guest);
    await waits[0]?.end();
    clock.increment(59_999);
    expect(asked()).toHaveLength(1);
    clock.increment(1);
    expect(asked()).toHaveLength(2);
    clock.increment(60_000);
    expect(asked()).toHaveLength(3);
    tell(guest);
    clock.increment(600_000);
    expect(asked()).toHaveLength(3);
  });

  it('is ignored for users without an allowance', async () => {
    const { asked, tell, waits } = start();
    tell(guest);
    tell(member);
    expect(waits[0]?.isWanted()).toBe(false);
    tell(null);
    await waits[0]?.end();
    expect([asked(), waits.length]).toEqual([[], 1]);
  });
});
