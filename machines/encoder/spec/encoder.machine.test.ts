import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { PhotoFile } from '../../model/photo.ts';
import type { EncodedPicture, FileWish, PictureSource } from '../../model/picture-format.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { encoderMachine } from '../encoder.machine.ts';
import {
  selectFileFailure,
  selectFileStage,
  selectFormat,
  selectIsScaledDown,
  selectLosesTransparency,
  selectMade,
  selectQuality,
  selectSides,
  selectSuggested,
} from '../encoder.selectors.ts';
import type { EncoderEvent } from '../encoder.types.ts';
import { madeFile, openPhoto, openResult } from './encoder.descriptor.ts';

type Encode = (wish: FileWish) => Promise<EncodedPicture>;

const say = ({ format, side, quality, maxBytes }: FileWish) =>
  `${format} ${side} ${maxBytes ?? `${quality}%`}`;

const start = async (encode: Encode = async () => madeFile) => {
  const asked: string[] = [];
  const clock = new SimulatedClock();
  const logic = encoderMachine.provide({
    actors: {
      encodePicture: callActor((input: { source: PictureSource; wish: FileWish } | null) => {
        if (!input) throw new Error('There is no wish');
        asked.push(say(input.wish));
        return encode(input.wish);
      }),
      savePicture: callActor(async (input: { file: PhotoFile } | null) => {
        asked.push(`save ${input?.file.name}`);
      }),
    },
  });
  const { root, told } = startAmongOthers('resultEncoder', logic, { clock });
  const actor = chartRef(root.system, 'resultEncoder');
  if (!actor) throw new Error('The encoder did not start');
  const emitted: unknown[] = [];
  actor.on('*', (event) => emitted.push(event));
  const send = async (...events: EncoderEvent[]) => {
    for (const event of events) actor.send(event);
    await settle();
  };
  const pause = async () => {
    clock.increment(300);
    await settle();
  };
  return { asked, emitted, now: () => actor.getSnapshot(), pause, send, told };
};

const result = { type: 'picture.opened', picture: openResult } as const;
const photo = { type: 'picture.opened', picture: openPhoto } as const;
const below = { type: 'limit.chosen', limit: 'usual' } as const;

describe('the choice of a file', () => {
  it('begins with the suggested format, and shows the size before anything is saved (R87)', async () => {
    const { asked, now, send } = await start();
    await send(result);
    expect([selectSuggested(now()), selectFormat(now())]).toEqual(['jpg', 'jpg']);
    expect([selectFileStage(now()), selectMade(now())?.file.size]).toEqual(['made', 90_000]);
    expect(asked).toEqual(['jpg null 90%']);
  });

  it('saves the file that it has shown, and reports it to the page of the result', async () => {
    const { asked, emitted, send, told } = await start();
    await send(result);
    await send({ type: 'save.pressed' });
    expect(asked.slice(1)).toEqual(['save cat-2x.jpg']);
    expect(emitted).toEqual([{ type: 'result.downloaded', function: 'upscale-2x-fast' }]);
    expect(told('result')).toEqual([{ type: 'file.saved' }]);
  });

  it('makes nothing for the file as it was delivered', async () => {
    const { asked, now, send } = await start();
    await send(result);
    await send({ type: 'format.chosen', format: 'delivered' }, below);
    expect(selectFileStage(now())).toBe('delivered');
    await send({ type: 'limit.chosen', limit: 'none' }, { type: 'format.chosen', format: 'jpg' });
    expect([selectFileStage(now()), asked]).toEqual(['made', ['jpg null 90%']]);
  });

  it('waits until the quality rests before it makes the file again', async () => {
    const { asked, now, pause, send } = await start();
    await send(result);
    await send({ type: 'quality.changed', quality: 80 }, { type: 'quality.changed', quality: 70 });
    expect([selectFileStage(now()), selectMade(now())]).toEqual(['settling', null]);
    await send({ type: 'save.pressed' });
    await pause();
    expect(asked).toEqual(['jpg null 90%', 'jpg null 70%']);
  });

  it('requests a shorter side and a limit, which replaces the quality (R87)', async () => {
    const { asked, now, pause, send } = await start();
    await send(photo);
    expect(selectSides(now())).toEqual([null, 1280, 640]);
    await send({ type: 'side.chosen', side: 640 });
    await send(below);
    expect(selectQuality(now())).toBeNull();
    await send({ type: 'quality.changed', quality: 10 });
    await send({ type: 'limit.chosen', limit: 'own' });
    await send({ type: 'limit.changed', kilobytes: 300 });
    await pause();
    expect(asked).toEqual([
      'jpg null 75%',
      'jpg 640 75%',
      'jpg 640 200000',
      'jpg 640 500000',
      'jpg 640 300000',
    ]);
  });

  it('makes no file while the limit is out of range, and continues when it is valid', async () => {
    const { asked, now, pause, send } = await start();
    await send(photo);
    await send({ type: 'limit.chosen', limit: 'own' });
    await send({ type: 'limit.changed', kilobytes: 3 });
    await pause();
    expect([selectFileStage(now()), asked.length]).toEqual(['outOfRange', 2]);
    await send({ type: 'save.pressed' });
    await send({ type: 'limit.changed', kilobytes: 30 });
    await pause();
    expect([selectFileStage(now()), asked.at(-1)]).toEqual(['made', 'jpg null 30000']);
  });

  it('reports that the picture was scaled down to stay below the limit', async () => {
    const { now, send } = await start(async ({ maxBytes }) =>
      maxBytes === null ? madeFile : { ...madeFile, width: 800, height: 600 },
    );
    await send(photo);
    expect(selectIsScaledDown(now())).toBe(false);
    await send(below);
    expect(selectIsScaledDown(now())).toBe(true);
  });

  it.each([
    ['a result as delivered', result, 'delivered', 'delivered'],
    ['a photo as WebP', photo, 'webp', 'made'],
  ] as const)('suggests %s once it is known to have transparent parts', async (...row) => {
    const [, opened, format, stage] = row;
    const { now, send } = await start(async () => ({ ...madeFile, isTransparent: true }));
    await send(opened);
    expect([selectFileStage(now()), selectSuggested(now())]).toEqual([stage, format]);
    await send({ type: 'format.chosen', format: 'jpg' });
    expect([selectFileStage(now()), selectLosesTransparency(now())]).toEqual(['made', true]);
  });
});

describe('pictures', () => {
  it('keep their settings while they are closed', async () => {
    const { asked, now, send } = await start();
    await send(result, { type: 'format.chosen', format: 'webp' }, { type: 'picture.closed' });
    expect(selectFileStage(now())).toBeNull();
    await send(result);
    expect([selectFormat(now()), asked.at(-1)]).toEqual(['webp', 'webp null 90%']);
  });

  it('of the studio keep only the limit for the next photo, not side and format', async () => {
    const { asked, send } = await start();
    await send(photo);
    await send(below, { type: 'side.chosen', side: 640 }, { type: 'format.chosen', format: 'png' });
    const next = { ...openPhoto, source: { ...openPhoto.source, id: 'photo-2' } } as const;
    await send({ type: 'picture.opened', picture: next as typeof openPhoto });
    expect(asked.at(-1)).toBe('jpg null 200000');
  });
});

describe('failures', () => {
  it('are shown, and the file is made again with the connection', async () => {
    let failure: PortFailure | null = { reason: 'offline' };
    const { now, send, told } = await start(async () => {
      if (failure) throw new PortError(failure);
      return madeFile;
    });
    await send(result);
    expect(selectFileFailure(now())).toEqual(failure);
    failure = null;
    await send({ type: 'connection.restored' });
    expect([selectFileStage(now()), selectFileFailure(now())]).toEqual(['made', null]);
    expect(told('app')).toEqual([]);
  });

  it('of a result that is gone are reported to its page', async () => {
    const { now, send, told } = await start(async () => {
      throw new PortError({ reason: 'refused', code: 'record_gone' });
    });
    await send(result);
    expect([selectFileStage(now()), told('result')]).toEqual([null, [{ type: 'picture.missed' }]]);
  });
});
