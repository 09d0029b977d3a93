import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { Change } from '../../model/change.ts';
import type { PictureWays } from '../../model/picture-format.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { finishedRecord } from '../../testing/samples.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import {
  selectCopies,
  selectIsChoosing,
  selectIsHandingOut,
  selectShares,
} from '../result.files.selectors.ts';
import { resultMachine } from '../result.machine.ts';
import { selectResultView } from '../result.selectors.ts';

type Answers = Partial<{
  ways: () => Promise<PictureWays>;
  share: () => Promise<void>;
  copy: () => Promise<void>;
  load: () => Promise<typeof finishedRecord>;
}>;

const all = { shares: true, copies: true };
const unsupported: PortFailure = { reason: 'unsupported' };
const failing = (failure: PortFailure) => () => Promise.reject(new PortError(failure));

const start = async (answers: Answers = {}) => {
  const asked: string[] = [];
  const clock = new SimulatedClock();
  const logic = resultMachine.provide({
    actors: {
      loadRecord: callActor(() => {
        asked.push('load');
        return answers.load?.() ?? Promise.resolve(finishedRecord);
      }),
      findChange: callActor(() => Promise.resolve<Change | null>(null)),
      findPictureWays: callActor(answers.ways ?? (() => Promise.resolve(all))),
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
  const { root, told } = startAmongOthers('result', logic, {
    clock,
    input: { recordId: 'r1', tool: null },
  });
  const actor = chartRef(root.system, 'result');
  if (!actor) throw new Error('The result chart did not start');
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  await settle();
  asked.length = 0;
  return { asked, now: () => actor.getSnapshot(), send, told };
};

const opened = { type: 'formats.opened' } as const;

describe('the menu for another format', () => {
  it('gives the result to the encoder, and suggests the format of the photo (R87)', async () => {
    const { now, send, told } = await start();
    await send(opened);
    expect(selectIsChoosing(now())).toBe(true);
    expect(told('resultEncoder')).toMatchObject([
      {
        type: 'picture.opened',
        picture: { formats: ['delivered', 'jpg', 'png', 'webp'], suggested: 'jpg' },
      },
    ]);
  });

  it('closes after the file was saved', async () => {
    const { now, send, told } = await start();
    await send(opened);
    await send({ type: 'file.saved' });
    expect(selectIsChoosing(now())).toBe(false);
    expect(told('resultEncoder').at(-1)).toEqual({ type: 'picture.closed' });
  });

  it('loads the record again when its file is there no longer', async () => {
    const gone: PortFailure = { reason: 'refused', code: 'record_gone' };
    let loads = 0;
    const load = () => (++loads === 1 ? Promise.resolve(finishedRecord) : failing(gone)());
    const { now, send } = await start({ load });
    await send(opened);
    await send({ type: 'picture.missed' });
    expect(selectResultView(now())).toBe('gone');
  });

  it.each([
    ['is not known yet', () => new Promise<PictureWays>(() => {})],
    ['could not be found out', failing(unsupported)],
  ])('offers formats but neither share nor copy while %s what the browser can', async (_, ways) => {
    const { asked, now, send } = await start({ ways });
    await send({ type: 'share.pressed' });
    await send({ type: 'copy.pressed' });
    expect([selectShares(now()), selectCopies(now()), asked]).toEqual([false, false, []]);
    await send(opened);
    expect(selectIsChoosing(now())).toBe(true);
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

  it('shows no message when the visitor closes the share sheet', async () => {
    const { now, send, told } = await start({ share: failing({ reason: 'cancelled' }) });
    await send({ type: 'share.pressed' });
    expect([told('app'), told('toast'), selectIsHandingOut(now())]).toEqual([[], [], false]);
  });

  it.each([
    ['share.pressed', 'toast.shareFailed'],
    ['copy.pressed', 'toast.copyFailed'],
  ] as const)('shows that the browser refused %s', async (type, fallback) => {
    const refused = failing(unsupported);
    const { now, send, told } = await start({ share: refused, copy: refused });
    await send({ type });
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: unsupported, fallback }]);
    expect(selectIsHandingOut(now())).toBe(false);
  });

  it('handles one press at a time', async () => {
    const { asked, now, send } = await start({ share: () => new Promise(() => {}) });
    await send({ type: 'share.pressed' });
    await send({ type: 'share.pressed' });
    await send({ type: 'copy.pressed' });
    expect([asked, selectIsHandingOut(now())]).toEqual([['share'], true]);
  });
});
