import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { userInfo } from '../../../contract/user.ts';
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts';
import type { Visitor } from '../../testing/visitor.fixture.ts';
import { createEngine } from '../engine.ts';
import { negativeManifest, writeModelsFolder } from '../testing/negative-model.ts';
import { type FakeReplicate, fakeToken, fakeVersion } from './fake-replicate.fixture.ts';

export const hostedCode = 'recolour';

export const hostedDescription = {
  code: hostedCode,
  type: 120,
  credits: 3,
  unit: 1,
  provider: 'Replicate, Inc.',
  replicate: { version: fakeVersion, input: { steps: 20, style: 'plain' } },
  names: { en: 'Recolour' },
};

/** A function of the same folder that runs on this machine. */
export const localCode = negativeManifest.code;

export const hostedManifests = {
  'negative.json': negativeManifest,
  'recolour.json': hostedDescription,
  'cut.json': { ...hostedDescription, code: 'cut', type: 121, output: 'mask' },
};

/** Environment of a server that uses the simulated provider. */
export const hostedEnvironment = (fake: FakeReplicate, folder: string) => ({
  MODELS_FOLDER: folder,
  REPLICATE_API_TOKEN: fakeToken,
  REPLICATE_API_URL: fake.url,
});

/** Starts a server with the real engine, which offers hosted functions. */
export async function startHostedServer(
  fake: FakeReplicate,
  given: { env?: Record<string, string>; token?: string; beside?: TestServer } = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lightwell-hosted-'));
  const models = await writeModelsFolder(path.join(folder, 'models'), hostedManifests);
  const engine = await createEngine({
    modelsDir: folder,
    operatorModelsDir: models,
    hosted: {
      url: fake.url,
      token: given.token ?? fakeToken,
      places: Number(given.env?.HOSTED_WORKERS ?? 2),
    },
    // A new process takes many seconds on a busy machine.
    idleMs: 300_000,
    calibrate: false,
  });
  const { beside } = given;
  const server = await startTestServer({
    engine,
    env: { ...hostedEnvironment(fake, models), ...given.env },
    ...(beside ? { beside } : {}),
  });
  return {
    ...server,
    real: engine,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const usedBy = async (visitor: Visitor) =>
  userInfo.parse((await visitor.call('GET', '/v1/user')).obj).allowance?.used;

/** Returns the picture with inverted colours, as a model of the provider would. */
export const inverted = (photo: Buffer) =>
  sharp(photo).removeAlpha().negate({ alpha: false }).png().toBuffer();

export const pixelsOf = async (picture: Buffer | string) => {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, first: [...data.subarray(0, info.channels)] };
};
