import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { KeptPhoto } from '../model/kept-photo.ts';
import { withPorts } from '../port-actors.ts';
import type { AppPorts } from '../ports/app-ports.ts';
import { PortError } from '../ports/port-failure.ts';
import { keptPhoto } from '../testing/samples.ts';
import { deferred, settle, startAmongOthers } from '../testing/test-system.ts';
import { keeperMachine } from './keeper.machine.ts';
import { selectMustStayOpen } from './keeper.selectors.ts';

const unsupported = new PortError({ reason: 'unsupported', call: 'keepPhoto' });

const startKeeper = (keepPhoto: (photo: KeptPhoto) => Promise<void> = () => Promise.resolve()) => {
  const asked: string[] = [];
  const clock = new SimulatedClock();
  const ports = {
    keptPhotos: {
      keepPhoto: (photo: KeptPhoto) => {
        asked.push(`keep ${photo.id} for ${photo.functionCode}`);
        return keepPhoto(photo);
      },
      forgetPhoto: async ({ id }: { id: string }) => {
        asked.push(`forget ${id}`);
      },
      guardLeaving: () => {
        asked.push('guard');
        return () => asked.push('stop guarding');
      },
    },
  } as unknown as AppPorts;
  const { root, told } = startAmongOthers('keeper', withPorts(keeperMachine, ports), { clock });
  const actor = root.system.get('keeper');
  if (!actor) throw new Error('The keeper did not start');
  const hold = async (changes: Partial<KeptPhoto> = {}) => {
    actor.send({ type: 'photo.held', photo: { ...keptPhoto, ...changes } });
    await settle();
  };
  const release = async (id = keptPhoto.id) => {
    actor.send({ type: 'photo.released', id });
    await settle();
  };
  const now = () => actor.getSnapshot();
  return { asked, clock, hold, now, release, told };
};

describe('keeping the photo in hand (R79)', () => {
  it('keeps it, and deletes it when it has arrived', async () => {
    const { asked, hold, now, release } = startKeeper();
    await hold();
    expect(now().value).toBe('kept');
    await release();
    expect([now().value, asked]).toEqual([
      'empty',
      ['keep photo-1 for upscale-2x-fast', 'forget photo-1'],
    ]);
  });

  it('keeps it again when what is known of it has changed', async () => {
    const { asked, hold, now } = startKeeper();
    await hold();
    await hold({ functionCode: 'face-blur' });
    expect([now().value, asked.at(-1)]).toEqual(['kept', 'keep photo-1 for face-blur']);
  });

  it('keeps what was told last while it is still writing', async () => {
    const writing = deferred<void>();
    const { asked, hold, now } = startKeeper(() => writing.promise);
    await hold();
    await hold({ functionCode: 'face-blur' });
    expect([now().value, asked.length]).toEqual(['writing', 2]);
    writing.resolve();
    await settle();
    expect(now().value).toBe('kept');
  });

  it('does not delete a photo that is not the one in hand', async () => {
    const { asked, hold, now, release } = startKeeper();
    await hold();
    await release('photo-2');
    expect([now().value, asked]).toEqual(['kept', ['keep photo-1 for upscale-2x-fast']]);
  });

  it('takes the next photo right after the one before was put away', async () => {
    const { asked, hold, now, release } = startKeeper();
    await hold();
    release();
    await hold({ id: 'photo-2' });
    expect([now().value, asked.slice(1)]).toEqual([
      'kept',
      ['forget photo-1', 'keep photo-2 for upscale-2x-fast'],
    ]);
  });
});

describe('a browser that keeps nothing', () => {
  const startUnkept = async () => {
    const chart = startKeeper(() => Promise.reject(unsupported));
    await chart.hold();
    return chart;
  };

  it('asks before the page is left, as long as something would be lost', async () => {
    const { asked, now, release } = await startUnkept();
    expect([selectMustStayOpen(now()), asked.at(-1)]).toEqual([true, 'guard']);
    await release();
    expect([selectMustStayOpen(now()), asked.slice(2)]).toEqual([
      false,
      ['stop guarding', 'forget photo-1'],
    ]);
  });

  it('is not asked again with every change of the same photo, and says why once', async () => {
    const { asked, hold, told } = await startUnkept();
    await hold({ functionCode: 'face-blur' });
    expect(asked).toHaveLength(2);
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: unsupported.failure }]);
  });

  it('is asked again for another photo', async () => {
    const { asked, hold, now } = await startUnkept();
    await hold({ id: 'photo-2' });
    expect([now().value, asked.slice(-3)]).toEqual([
      'unkept',
      ['stop guarding', 'keep photo-2 for upscale-2x-fast', 'guard'],
    ]);
  });

  it('is what a browser is taken for that has not answered after 10 s, not earlier', async () => {
    const { clock, hold, now } = startKeeper(() => new Promise(() => {}));
    await hold();
    clock.increment(9_999);
    expect(now().value).toBe('writing');
    clock.increment(1);
    expect(now().value).toBe('unkept');
  });
});
