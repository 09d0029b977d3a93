import { expect, it } from 'vitest';
import type { PortFailure } from '../../ports/port-failure.ts';
import { sampleFunction } from '../../testing/sample-offer.ts';
import { failing, file, type StudioAnswers } from '../../testing/studio-ports.ts';
import { selectLacksPicture, selectOptions } from '../studio.choice.selectors.ts';
import { selectCanStart } from '../studio.selectors.ts';
import { offer, startStudio } from './studio.test-kit.ts';

const setup = { ...offer, functions: [...offer.functions, sampleFunction('cut-out')] };
const fileKey = 'uploads/Ab3dEf6hIj9kLm2n.jpg';

async function chooseCutOut(answers: StudioAnswers = {}) {
  const studio = startStudio(answers);
  await studio.send({ type: 'setup.loaded', setup });
  await studio.choose();
  await studio.send({ type: 'function.selected', code: 'cut-out' });
  await studio.send({ type: 'option.changed', name: 'background', value: 'picture' });
  return studio;
}

it('starts with a picture of the visitor only after its upload', async () => {
  const { send, upload, now, calls } = await chooseCutOut();
  expect([selectCanStart(now()), selectLacksPicture(now())]).toEqual([false, true]);
  await send({ type: 'picture.changed', fileKey });
  expect([selectCanStart(now()), selectLacksPicture(now())]).toEqual([true, false]);
  await send({ type: 'start.pressed' });
  await upload({ type: 'upload.completed' });
  expect(calls('startTask')[0]?.input).toMatchObject({ options: { background: fileKey } });
});

it('keeps the picture for the next photo, until it is removed', async () => {
  const { send, now } = await chooseCutOut();
  await send({ type: 'picture.changed', fileKey });
  await send({ type: 'photo.chosen', source: { kind: 'file', file } });
  expect(selectOptions(now())).toMatchObject({ background: fileKey });
  await send({ type: 'picture.changed', fileKey: null });
  expect(selectOptions(now())).toMatchObject({ background: 'picture' });
});

const lost: PortFailure = { reason: 'refused', code: 'picture_not_found' };

it('uses the next key when a start with a lost picture is tried again from its card', async () => {
  const { send, sendToRuns, upload, calls, choose } = await chooseCutOut({
    startTask: failing(lost),
  });
  await send({ type: 'picture.changed', fileKey });
  await send({ type: 'start.pressed' });
  await choose();
  await upload({ type: 'upload.completed' });
  const nextKey = 'uploads/next.jpg';
  await sendToRuns({ type: 'picture.lost', fileKey });
  await sendToRuns({ type: 'picture.changed', fileKey: nextKey });
  await sendToRuns({ type: 'card.retried', id: 'run.1' });
  await upload({ type: 'upload.completed' });
  expect(calls('startTask').map(({ input }) => input)).toMatchObject([
    { options: { background: fileKey } },
    { options: { background: nextKey } },
  ]);
});

it('tells the batch its settings without a picture that was dropped', async () => {
  const { send, told } = await chooseCutOut();
  await send({ type: 'picture.changed', fileKey });
  await send({ type: 'picture.changed', fileKey: null });
  expect(told('batch').slice(-2)).toMatchObject([
    { type: 'settings.changed', options: { background: fileKey } },
    { type: 'settings.changed', options: { background: 'picture' } },
  ]);
});

it('leaves another background as it is when a picture arrives', async () => {
  const { send, now } = await chooseCutOut();
  await send({ type: 'option.changed', name: 'background', value: 'white' });
  await send({ type: 'picture.changed', fileKey });
  expect(selectOptions(now())).toMatchObject({ background: 'white' });
});
