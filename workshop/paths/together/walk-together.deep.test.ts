import { describe, expect, it } from 'vitest';
import { appMachine } from '../../../machines/app/app.machine.ts';
import { togetherLaws } from './together-laws.ts';
import { repeatTogether, walkTogether } from './walk-together.ts';

const walks = { seed: 2027, count: 100, length: 100 };

describe('all charts together', () => {
  it('keep the laws across charts on random walks (R81)', async () => {
    expect(await walkTogether(appMachine, walks)).toBeUndefined();
  });

  it.each(Object.entries(togetherLaws))(
    'break exactly the law “%s” with its mutant',
    async (law, { brokenBy, walk }) => {
      const breach = walk
        ? await repeatTogether(brokenBy(), walk)
        : await walkTogether(brokenBy(), { ...walks, count: 1500 });
      expect(breach?.laws).toEqual([law]);
    },
  );

  const kept = Object.values(togetherLaws).flatMap(({ walk }) => (walk ? [walk] : []));

  it.each(kept.map((walk) => [walk.at(-1), walk] as const))(
    'keep the laws on the path to “%s”, whose steps are all possible',
    async (_, walk) => {
      expect(await repeatTogether(appMachine, walk)).toEqual({ laws: [], steps: walk });
    },
  );

  it('report the shortest walk to a broken law', async () => {
    const law = togetherLaws['no call carries a token once the visitor has signed out'];
    const breach = law && (await walkTogether(law.brokenBy(), walks));
    expect(breach?.steps).toEqual([
      'restoreSession: a member',
      'the server ends the session',
      'findOpenOrders: sign in first',
    ]);
  });
});
