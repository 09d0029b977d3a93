import { describe, expect, it } from 'vitest';
import { type FoundRegions, readRegions } from '../../model/regions.ts';
import { sampleFunction } from '../../testing/sample-offer.ts';
import { sampleRegion } from '../../testing/sample-regions.ts';
import { aPhoto, failing, file } from '../../testing/studio-ports.ts';
import { selectHasFound, selectOptions } from '../studio.choice.selectors.ts';
import { selectCanStart } from '../studio.selectors.ts';
import { offer, startStudio } from './studio.test-kit.ts';

const source = { kind: 'file' as const, file };
const open = '1000,1000,2000,2000';
const { options } = sampleFunction('face-blur');
const [upscale, faceBlur] = offer.functions;
if (!upscale || !faceBlur) throw new Error('The offer of the kit is too small');
const setup = { ...offer, functions: [upscale, { ...faceBlur, options }] };
const found = {
  photoId: 'photo-1',
  functionCode: 'face-blur',
  regions: [sampleRegion('face', { left: 0.9, top: 0.9, width: 0.1, height: 0.1 })],
  fileKey: 'uploads/Ab3dEf6hIj9kLm2n.jpg',
};

const faces = (readRegions(open) ?? []).map((region) => sampleRegion('face', region));

async function chooseFaces(answers: Parameters<typeof startStudio>[0] = {}) {
  const studio = startStudio(answers);
  await studio.send({ type: 'setup.loaded', setup });
  await studio.choose();
  await studio.send({ type: 'function.selected', code: 'face-blur' });
  await studio.send({ type: 'option.changed', name: 'open', value: open });
  await studio.send({ type: 'option.changed', name: 'kind', value: 'solid' });
  const find = (changes: Partial<FoundRegions> = {}) =>
    studio.send({ type: 'regions.changed', found: { ...found, ...changes } });
  return { ...studio, find };
}

describe('faces that are left visible', () => {
  it('are sent with the start', async () => {
    const { send, upload, calls } = await chooseFaces();
    await send({ type: 'start.pressed' });
    await upload({ type: 'upload.completed' });
    expect(calls('startTask')[0]?.input).toMatchObject({ options: { kind: 'solid', open } });
  });

  it('apply to one photo; the next photo has all faces covered again', async () => {
    const { send, now } = await chooseFaces();
    expect(selectOptions(now())).toMatchObject({ kind: 'solid', open });
    await send({ type: 'photo.chosen', source });
    await send({ type: 'function.selected', code: 'face-blur' });
    expect(selectOptions(now())).toMatchObject({ kind: 'solid', open: '' });
  });

  it('are not restored with a photo stored on the device', async () => {
    const { send, now } = await chooseFaces();
    await send({ type: 'photo.removed' });
    const kept = {
      id: 'kept-1',
      file,
      functionCode: 'upscale-2x-fast',
      options: {},
      run: null,
    };
    await send({ type: 'keptPhoto.found', kept });
    await send({ type: 'function.selected', code: 'face-blur' });
    expect(selectOptions(now())).toMatchObject({ kind: 'solid', open: '' });
  });
});

describe('a start that would change nothing', () => {
  it('is disabled while every face that was found is to stay visible', async () => {
    const { now, find, send, calls } = await chooseFaces();
    expect(faces.length).toBeGreaterThan(0);
    await find({ regions: faces });
    expect([selectCanStart(now()), selectHasFound(now())]).toEqual([false, true]);
    await send({ type: 'start.pressed' });
    expect(now().matches('chosen')).toBe(true);
    expect(calls('startTask')).toEqual([]);
  });

  it('is disabled while the faces stay visible and text is switched off', async () => {
    const { now, find, send } = await chooseFaces();
    const texts = found.regions.map(({ left, top, width, height }) =>
      sampleRegion('text', { left, top, width, height }),
    );
    await find({ regions: [...faces, ...texts] });
    expect(selectCanStart(now())).toBe(true);
    await send({ type: 'option.changed', name: 'text', value: false });
    expect(selectCanStart(now())).toBe(false);
  });

  it('can be pressed if the brush hides something', async () => {
    const { now, find, send } = await chooseFaces();
    await find({ regions: faces });
    await send({ type: 'option.changed', name: 'brush', value: '+500:5000,5000' });
    expect(selectCanStart(now())).toBe(true);
  });

  it.each([
    ['one more was found', { regions: [...faces, ...found.regions] }],
    ['no face was found', { regions: [] }],
    ['the faces are those of another photo', { regions: faces, photoId: 'photo-2' }],
    ['they were found for another function', { regions: faces, functionCode: 'upscale-2x-fast' }],
  ])('can be pressed when %s', async (_, changes) => {
    const { now, find, send } = await chooseFaces();
    await find(changes);
    expect(selectCanStart(now())).toBe(true);
    await send({ type: 'start.pressed' });
    expect(now().matches('working')).toBe(true);
  });
});

it('is enabled again while the faces are searched again', async () => {
  const { now, find, send } = await chooseFaces();
  await find({ regions: faces });
  await send({ type: 'regions.changed', found: null });
  expect([selectCanStart(now()), selectHasFound(now())]).toEqual([true, false]);
});

describe('a photo that was uploaded before its start', () => {
  it("is not uploaded again, and the name of its upload is the start's key", async () => {
    const { find, send, calls } = await chooseFaces();
    await find();
    await send({ type: 'start.pressed' });
    expect(calls('upload')).toEqual([]);
    expect(calls('startTask')[0]?.input).toMatchObject({
      functionCode: 'face-blur',
      fileKey: found.fileKey,
      idempotencyKey: 'upload-Ab3dEf6hIj9kLm2n',
      options: { kind: 'solid', open },
      name: aPhoto().name,
    });
  });

  it('has its start saved on this device before it is sent (R32)', async () => {
    const { find, send, asked } = await chooseFaces();
    await find();
    await send({ type: 'start.pressed' });
    const made = asked.filter(({ call }) => call === 'keepPhoto' || call === 'startTask');
    expect(made.map(({ call }) => call)).toEqual(['keepPhoto', 'startTask']);
    expect(made[0]?.input).toMatchObject({
      id: 'photo-1',
      run: {
        step: 'asked',
        request: { fileKey: found.fileKey, options: { kind: 'solid', open } },
      },
    });
  });

  it.each([
    ['another photo', { photoId: 'photo-2' }],
    ['another function', { functionCode: 'upscale-2x-fast' }],
  ])('is not used for %s', async (_, changes) => {
    const { find, send, calls } = await chooseFaces();
    await find(changes);
    await send({ type: 'start.pressed' });
    expect(calls('upload')).toHaveLength(1);
  });

  it('is uploaded again when its start has failed and is retried', async () => {
    const gone = failing({ reason: 'refused', code: 'upload_not_found' });
    const { find, send, calls } = await chooseFaces({ startTask: gone });
    await find();
    await send({ type: 'start.pressed' });
    await send({ type: 'retry.pressed' });
    await send({ type: 'start.pressed' });
    expect(calls('upload')).toHaveLength(1);
  });

  it('is used by the start, and the region finder is notified', async () => {
    const { find, send, told } = await chooseFaces({ inspectPhoto: async () => aPhoto() });
    expect(told('regionFinder')).toEqual([]);
    await find();
    await send({ type: 'start.pressed' });
    expect(told('regionFinder')).toEqual([{ type: 'photo.left' }]);
  });
});
