import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { KeptPhoto } from '../../model/kept-photo.ts';
import { withPorts } from '../../port-actors.ts';
import type { AppPorts } from '../../ports/app-ports.ts';
import { PortError } from '../../ports/port-failure.ts';
import { keptPhoto } from '../../testing/samples.ts';
import { deferred, settle, startAmongOthers } from '../../testing/test-system.ts';
import { keeperMachine } from '../keeper.machine.ts';
import { selectMustStayOpen } from '../keeper.selectors.ts';

const unsupported = new PortError({ reason: 'unsupported', call: 'keepPhoto' });

const startKeeper = (
  keepPhoto: (photo: KeptPhoto) => Promise<void> = () => Promise.resolve(),
  forgetPhoto: () => Promise<void> = () => Promise.resolve(),
) => {
  const asked: string[] = [];
  const clock = new SimulatedClock();
  const ports = {
    keptPhotos: {
      keepPhoto: (photo: KeptPhoto) => {
        asked.push(`keep ${photo.id} for ${photo.functionCode}`);
        return keepPhoto(photo);
      },
      forgetPhoto: ({ id }: { id: string }) => {
        asked.push(`forget ${id}`);
        return forgetPhoto();
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
  const idle = () => actor.getSnapshot().matches({ storing: 'idle' });
  const mustStayOpen = () => selectMustStayOpen(actor.getSnapshot());
  return { asked, clock, hold, idle, mustStayOpen, release, told };
};

describe('storing photos', () => {
  it('saves a photo, and deletes it when it is uploaded', async () => {
    const { asked, hold, idle, release } = startKeeper();
    await hold();
    expect(asked).toEqual(['keep photo-1 for upscale-2x-fast']);
    await release();
    expect([idle(), asked.at(-1)]).toEqual([true, 'forget photo-1']);
  });

  it('saves a photo again when its data has changed', async () => {
    const { asked, hold } = startKeeper();
    await hold();
    await hold({ functionCode: 'face-blur' });
    expect(asked.at(-1)).toBe('keep photo-1 for face-blur');
  });

  it('runs one job at a time, and only the last of several jobs for a photo', async () => {
    const writing = deferred<void>();
    const { asked, hold, idle } = startKeeper(() => writing.promise);
    await hold();
    await hold({ functionCode: 'denoise' });
    await hold({ id: 'photo-2' });
    await hold({ functionCode: 'face-blur' });
    expect(asked).toEqual(['keep photo-1 for upscale-2x-fast']);
    writing.resolve();
    await settle();
    expect(asked.slice(1)).toEqual([
      'keep photo-2 for upscale-2x-fast',
      'keep photo-1 for face-blur',
    ]);
    expect(idle()).toBe(true);
  });

  it('deletes a photo that was removed while it was being saved', async () => {
    const writing = deferred<void>();
    const { asked, hold, release } = startKeeper(() => writing.promise);
    await hold();
    await release();
    writing.resolve();
    await settle();
    expect(asked).toEqual(['keep photo-1 for upscale-2x-fast', 'forget photo-1']);
  });

  it('continues when a photo cannot be deleted, and reports it', async () => {
    const { hold, idle, release, told } = startKeeper(undefined, () => Promise.reject(unsupported));
    await hold();
    await release();
    expect([idle(), told('app')]).toEqual([
      true,
      [{ type: 'call.rejected', failure: unsupported.failure }],
    ]);
  });
});

it('continues when a photo cannot be deleted within 10 s', async () => {
  const { asked, clock, hold, release, told } = startKeeper(undefined, () => new Promise(() => {}));
  await hold();
  await release();
  await hold({ id: 'photo-2' });
  expect(asked.at(-1)).toBe('forget photo-1');
  clock.increment(10_000);
  await settle();
  expect(asked.at(-1)).toBe('keep photo-2 for upscale-2x-fast');
  expect(told('app')).toEqual([
    { type: 'call.rejected', failure: { reason: 'timeout', call: 'forgetPhoto' } },
  ]);
});

describe('a browser that stores nothing', () => {
  const startUnkept = async () => {
    const chart = startKeeper(() => Promise.reject(unsupported));
    await chart.hold();
    return chart;
  };

  it('asks before the page is left while a photo would be lost', async () => {
    const { asked, hold, mustStayOpen, release } = await startUnkept();
    await hold({ id: 'photo-2' });
    await release();
    expect([mustStayOpen(), asked]).toEqual([
      true,
      [
        'keep photo-1 for upscale-2x-fast',
        'guard',
        'keep photo-2 for upscale-2x-fast',
        'forget photo-1',
      ],
    ]);
    await release('photo-2');
    expect([mustStayOpen(), asked.slice(4)]).toEqual([false, ['stop guarding', 'forget photo-2']]);
  });

  it('is not tried again with every change of the same photo, and reports the reason once', async () => {
    const { asked, hold, told } = await startUnkept();
    await hold({ functionCode: 'face-blur' });
    expect(asked).toHaveLength(2);
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: unsupported.failure }]);
  });

  it('does not ask about a photo that was released before the refusal', async () => {
    const writing = deferred<void>();
    const { hold, mustStayOpen, release } = startKeeper(() => writing.promise);
    await hold();
    await release();
    writing.reject(unsupported);
    await settle();
    expect(mustStayOpen()).toBe(false);
  });

  it('is assumed after 10 s without an answer, not earlier', async () => {
    const { clock, hold, mustStayOpen } = startKeeper(() => new Promise(() => {}));
    await hold();
    clock.increment(9_999);
    expect(mustStayOpen()).toBe(false);
    clock.increment(1);
    expect(mustStayOpen()).toBe(true);
  });
});
