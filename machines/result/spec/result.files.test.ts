import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { PhotoFile } from '../../model/photo.ts';
import type {
  EncodedFormat,
  EncodedPicture,
  PictureWays,
  StoredPicture,
} from '../../model/picture-format.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { finishedRecord } from '../../testing/samples.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import {
  selectCanChoose,
  selectChoice,
  selectCopies,
  selectFileFailure,
  selectFormat,
  selectFormats,
  selectIsHandingOut,
  selectLosesTransparency,
  selectMadeBytes,
  selectShares,
  selectSuggested,
} from '../result.files.selectors.ts';
import { resultMachine } from '../result.machine.ts';
import { selectResultView } from '../result.selectors.ts';

type Encoding = { picture: StoredPicture; format: EncodedFormat; quality: number } | null;
type Answers = Partial<{
  ways: () => Promise<PictureWays>;
  encode: (encoding: Encoding) => Promise<EncodedPicture>;
  share: () => Promise<void>;
  copy: () => Promise<void>;
  load: () => Promise<typeof finishedRecord>;
}>;

const all = { encodesWebp: true, shares: true, copies: true };
const unsupported: PortFailure = { reason: 'unsupported' };
const failing = (failure: PortFailure) => () => Promise.reject(new PortError(failure));
const made = (size: number, isTransparent = false): EncodedPicture => ({
  file: { name: 'cat-2x.jpg', size, type: 'image/jpeg' },
  isTransparent,
});

const start = async (answers: Answers = {}) => {
  const asked: string[] = [];
  const clock = new SimulatedClock();
  const logic = resultMachine.provide({
    actors: {
      loadRecord: callActor(() => {
        asked.push('load');
        return answers.load?.() ?? Promise.resolve(finishedRecord);
      }),
      findPictureWays: callActor(answers.ways ?? (() => Promise.resolve(all))),
      encodePicture: callActor((encoding: Encoding) => {
        asked.push(`encode ${encoding?.format} ${encoding?.quality}`);
        return answers.encode?.(encoding) ?? Promise.resolve(made(90_000));
      }),
      savePicture: callActor((input: { file: PhotoFile } | null) => {
        asked.push(`save ${input?.file.name} ${input?.file.size}`);
        return Promise.resolve();
      }),
      sharePicture: callActor(() => {
        asked.push('share');
        return answers.share?.() ?? Promise.resolve();
      }),
      copyPicture: callActor(() => {
        asked.push('copy');
        return answers.copy?.() ?? Promise.resolve();
      }),
    },
  });
  const { root, told } = startAmongOthers('result', logic, { clock, input: { recordId: 'r1' } });
  const actor = chartRef(root.system, 'result');
  if (!actor) throw new Error('The result chart did not start');
  const emitted: unknown[] = [];
  actor.on('*', (event) => emitted.push(event));
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const pause = async () => {
    clock.increment(300);
    await settle();
  };
  await settle();
  asked.length = 0;
  return { asked, emitted, now: () => actor.getSnapshot(), pause, send, told };
};

const opened = { type: 'formats.opened' } as const;

describe('the choice of formats', () => {
  it('begins with the format of the photo, and shows the size before anything is saved (R87)', async () => {
    const { asked, now, send } = await start();
    expect([selectChoice(now()), asked]).toEqual([null, []]);
    await send(opened);
    expect([selectSuggested(now()), selectFormat(now())]).toEqual(['jpg', 'jpg']);
    expect([selectChoice(now()), selectMadeBytes(now())]).toEqual(['made', 90_000]);
    expect(asked).toEqual(['encode jpg 90']);
  });

  it('saves the file that it has shown, once, and closes', async () => {
    const { asked, emitted, now, send } = await start();
    await send(opened);
    await send({ type: 'save.pressed' });
    expect(asked.slice(1)).toEqual(['save cat-2x.jpg 90000']);
    expect(emitted).toEqual([{ type: 'result.downloaded', function: 'upscale-2x-fast' }]);
    expect(selectChoice(now())).toBeNull();
  });

  it('makes nothing for the file as it was delivered', async () => {
    const { asked, now, send } = await start();
    await send(opened);
    await send({ type: 'format.chosen', format: 'delivered' });
    expect(selectChoice(now())).toBe('delivered');
    await send({ type: 'format.chosen', format: 'jpg' });
    expect([selectChoice(now()), asked]).toEqual(['made', ['encode jpg 90']]);
  });

  it('waits until the quality rests before it makes the file again', async () => {
    const { asked, now, pause, send } = await start();
    await send(opened);
    await send({ type: 'quality.changed', quality: 80 });
    await send({ type: 'quality.changed', quality: 70 });
    expect([selectChoice(now()), selectMadeBytes(now())]).toEqual(['settling', null]);
    await send({ type: 'save.pressed' });
    await pause();
    expect(asked).toEqual(['encode jpg 90', 'encode jpg 70']);
    expect(selectChoice(now())).toBe('made');
  });

  it('suggests the file as delivered once it is known to have transparent parts', async () => {
    const { now, send } = await start({ encode: async () => made(90_000, true) });
    await send(opened);
    expect([selectChoice(now()), selectSuggested(now())]).toEqual(['delivered', 'delivered']);
    await send({ type: 'format.chosen', format: 'jpg' });
    expect([selectChoice(now()), selectLosesTransparency(now())]).toEqual(['made', true]);
  });

  it('says why a file could not be made, and tries again', async () => {
    let failure: PortFailure | null = { reason: 'offline' };
    const encode = () => (failure ? failing(failure)() : Promise.resolve(made(1)));
    const { now, send, told } = await start({ encode });
    await send(opened);
    expect(selectFileFailure(now())).toEqual(failure);
    failure = null;
    await send({ type: 'connection.restored' });
    expect([selectChoice(now()), selectFileFailure(now())]).toEqual(['made', null]);
    expect(told('app')).toEqual([]);
  });

  it('loads the record again when its file is there no longer', async () => {
    const gone: PortFailure = { reason: 'refused', code: 'record_gone' };
    let loads = 0;
    const load = () => (++loads === 1 ? Promise.resolve(finishedRecord) : failing(gone)());
    const { now, send } = await start({ encode: failing(gone), load });
    await send(opened);
    expect(selectResultView(now())).toBe('gone');
  });

  it.each([
    ['is not known yet', () => new Promise<PictureWays>(() => {}), false, []],
    ['could not be found out', failing(unsupported), true, ['delivered', 'jpg']],
  ])('offers no more than surely works while %s what the browser can', async (...row) => {
    const [, ways, canChoose, formats] = row;
    const { now, send } = await start({ ways });
    await send(opened);
    await send({ type: 'share.pressed' });
    await send({ type: 'copy.pressed' });
    expect(selectCanChoose(now())).toBe(canChoose);
    expect([selectShares(now()), selectCopies(now()), selectIsHandingOut(now())]).toEqual([
      false,
      false,
      false,
    ]);
    if (canChoose) expect(selectFormats(now())).toEqual(formats);
    expect(selectChoice(now()) !== null).toBe(canChoose);
  });
});

describe('share and copy', () => {
  it.each([
    ['share.pressed', 'share', []],
    [
      'copy.pressed',
      'copy',
      [{ type: 'toast.requested', kind: 'success', message: { id: 'toast.copied' } }],
    ],
  ] as const)('hands the result out once for %s (R87)', async (type, call, toasts) => {
    const { asked, now, send, told } = await start();
    await send({ type });
    expect([asked, told('toast'), selectIsHandingOut(now())]).toEqual([[call], toasts, false]);
  });

  it('says nothing when the visitor closes the share sheet', async () => {
    const { now, send, told } = await start({ share: failing({ reason: 'cancelled' }) });
    await send({ type: 'share.pressed' });
    expect([told('app'), told('toast'), selectIsHandingOut(now())]).toEqual([[], [], false]);
  });

  it.each([
    ['share.pressed', 'toast.shareFailed'],
    ['copy.pressed', 'toast.copyFailed'],
  ] as const)('says that the browser refused %s', async (type, fallback) => {
    const refused = failing(unsupported);
    const { now, send, told } = await start({ share: refused, copy: refused });
    await send({ type });
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: unsupported, fallback }]);
    expect(selectIsHandingOut(now())).toBe(false);
  });

  it('takes one press at a time', async () => {
    const { asked, now, send } = await start({ share: () => new Promise(() => {}) });
    await send({ type: 'share.pressed' });
    await send({ type: 'share.pressed' });
    await send({ type: 'copy.pressed' });
    expect([asked, selectIsHandingOut(now())]).toEqual([['share'], true]);
  });
});
