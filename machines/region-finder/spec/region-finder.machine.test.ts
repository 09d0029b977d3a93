import { expect, it } from 'vitest';
import type { FoundRegion } from '../../model/regions.ts';
import { sampleRegion } from '../../testing/sample-regions.ts';
import { offline, regionSearch } from '../../testing/samples.ts';
import { startWithStudioPorts } from '../../testing/start-with-studio-ports.ts';
import { aPhoto, failing, file, type StudioAnswers } from '../../testing/studio-ports.ts';
import { settle } from '../../testing/test-system.ts';
import { regionFinderMachine } from '../region-finder.machine.ts';
import { selectRegions, selectSearchStage } from '../region-finder.selectors.ts';

const photo = aPhoto();
const search = { type: 'search.pressed', photo, offered: regionSearch.offered } as const;
const faces: FoundRegion[] = [
  sampleRegion('face', { left: 0.1, top: 0.1, width: 0.2, height: 0.3 }),
];

const unknown = { type: 'regions.changed', found: null };
const found = (regions: readonly FoundRegion[]) => ({
  type: 'regions.changed',
  found: { photoId: photo.id, functionCode: 'face-blur', regions, fileKey: 'file1' },
});

const start = (answers: StudioAnswers = {}) => {
  const chart = startWithStudioPorts('regionFinder', regionFinderMachine, {
    findRegions: async () => faces,
    ...answers,
  });
  return {
    ...chart,
    /** answers all calls before `findRegions` */
    async search() {
      await chart.send(search);
      await chart.upload({ type: 'upload.completed' });
    },
    stage: (shown = photo, code = 'face-blur') => selectSearchStage(chart.now(), shown, code),
  };
};

it('sends nothing before a press', async () => {
  const { asked, stage } = start();
  await settle();
  expect(asked).toEqual([]);
  expect(stage()).toBe('idle');
});

it('prepares and uploads the photo, and requests the faces', async () => {
  const { calls, search: run, now, stage, told } = start();
  await run();
  expect(calls('preparePhoto')[0]?.input).toMatchObject({ photo, downscale: true });
  expect(calls('requestUpload')[0]?.input).toEqual({ format: 'jpg', functionCode: 'face-blur' });
  expect(calls('upload')[0]?.input).toMatchObject({ file });
  expect(calls('findRegions')[0]?.input).toEqual({ functionCode: 'face-blur', fileKey: 'file1' });
  expect(stage()).toBe('found');
  expect(selectRegions(now())).toEqual(faces);
  expect(told('studio')).toEqual([unknown, found(faces)]);
});

it('shows when there is no face, and keeps the upload for a start', async () => {
  const { search: run, stage, told } = start({ findRegions: async () => [] });
  await run();
  expect(stage()).toBe('none');
  expect(told('studio')).toEqual([unknown, found([])]);
});

it('shows the faces only with their photo and function', async () => {
  const { search: run, stage } = start();
  await run();
  expect(stage(aPhoto({ id: 'another' }))).toBe('idle');
  expect(stage(photo, 'another-function')).toBe('idle');
});

it('stops when the photo is started or removed', async () => {
  const { send, calls, stage } = start();
  await send(search);
  expect(stage()).toBe('searching');
  await send({ type: 'photo.left' });
  expect(calls('upload stopped')).toHaveLength(1);
  expect(stage()).toBe('idle');
});

it('keeps the faces after a start', async () => {
  const { send, search: run, now, stage } = start();
  await run();
  await send({ type: 'photo.left' });
  expect(stage()).toBe('found');
  expect(selectRegions(now())).toEqual(faces);
});

it('drops its faces when it searches another photo', async () => {
  const { send, search: run, now, told } = start();
  await run();
  await send({ ...search, photo: aPhoto({ id: 'another' }) });
  expect(selectRegions(now())).toEqual([]);
  expect(told('studio').at(-1)).toEqual(unknown);
});

it.each([
  ['the photo cannot be prepared', { preparePhoto: failing({ reason: 'unsupported' }) }],
  ['no upload is allowed', { requestUpload: failing(offline) }],
  ['the search fails', { findRegions: failing({ reason: 'server' }) }],
])('fails, shows why and can be tried again when %s', async (_, answers) => {
  const { send, search: run, told, stage } = start(answers as StudioAnswers);
  await run();
  expect(stage()).toBe('failed');
  expect(told('app')).toEqual([
    { type: 'call.rejected', failure: expect.objectContaining({ reason: expect.any(String) }) },
  ]);
  await send(search);
  expect(stage()).not.toBe('idle');
});

it('fails when the upload fails', async () => {
  const { send, upload, now, stage, told } = start();
  await send(search);
  await upload({ type: 'upload.failed', failure: offline });
  expect(stage()).toBe('failed');
  expect(now().context.failure).toEqual(offline);
  expect(told('studio')).toEqual([unknown]);
});
