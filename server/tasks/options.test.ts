import { beforeAll, describe, expect, it } from 'vitest';
import { setup } from '../../contract/entrance.ts';
import { aiRecord } from '../../contract/records.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import type { FunctionManifest } from '../engine/functions/manifest.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey, photo, type Visitor } from '../testing/visitor.fixture.ts';

const server = sharedTestServer();
let bytes: Buffer;
const ran: OptionValues[] = [];

const names = null;
const options: FunctionManifest['options'] = [
  {
    kind: 'number',
    name: 'strength',
    unit: 'percent',
    names,
    min: 10,
    max: 100,
    step: 10,
    default: 50,
  },
  {
    kind: 'choice',
    name: 'look',
    default: 'soft',
    names,
    choices: [
      { value: 'soft', names },
      { value: 'hard', names },
    ],
  },
  { kind: 'switch', name: 'grain', default: false, names },
  {
    kind: 'choice',
    name: 'ground',
    default: 'plain',
    names,
    choices: [{ value: 'plain', names }],
    own: ['colour'],
  },
];

beforeAll(async () => {
  bytes = await photo();
  const offered = server.engine.functions();
  server.engine.functions = () =>
    offered.map((manifest) => (manifest.code === 'enhance' ? { ...manifest, options } : manifest));
  server.engine.behave(async (job) => {
    ran.push(job.options);
    return 'succeed';
  });
});

async function start(visitor: Visitor, given: object | undefined, idempotencyKey = newKey()) {
  const fileKey = await visitor.upload(bytes);
  const body = { fileKey, idempotencyKey, ...(given && { options: given }) };
  return visitor.call('POST', '/v1/ai-function/notAuth/dealSave/enhance', body);
}

describe('options of a function', () => {
  it('are offered as in the manifest', async () => {
    const { obj } = await server.visitor().call('GET', '/v1/entrance/setup');
    const enhance = setup.parse(obj).functions.find(({ code }) => code === 'enhance');
    expect(enhance?.options).toEqual(options);
  });

  it.each([
    ['the given ones', { strength: 80, look: 'hard', grain: true, ground: '#09afc0' }, {}],
    [
      'defaults for missing ones',
      { strength: 10 },
      { look: 'soft', grain: false, ground: 'plain' },
    ],
    ['defaults for all', undefined, { strength: 50, look: 'soft', grain: false, ground: 'plain' }],
  ])('reach the engine and the record: %s', async (_, given, added) => {
    const visitor = server.visitor();
    const record = aiRecord.parse((await start(visitor, given)).obj);
    expect(record.options).toEqual({ ...given, ...added });
    const url = `/v1/ai-function-record/detail/${record.id}?since=${record.revision}&waitMs=5000`;
    expect(aiRecord.parse((await visitor.call('GET', url)).obj).options).toEqual(record.options);
    await eventually(() => expect(ran).toContainEqual(record.options));
  });

  it.each([
    ['an unknown name', { colour: 1 }],
    ['a number below its range', { strength: 0 }],
    ['a number beyond its range', { strength: 110 }],
    ['a number between two steps', { strength: 55 }],
    ['another type', { strength: '50' }],
    ['an unknown choice', { look: 'none' }],
    ['a colour by its name', { ground: 'red' }],
    ['a colour with too few digits', { ground: '#09a' }],
    ['a colour of an option without colours', { look: '#09afc0' }],
    ['a switch that is not a boolean', { grain: 1 }],
  ])('refuse %s, and charge nothing', async (_, given) => {
    const visitor = server.visitor();
    expect(await start(visitor, given)).toMatchObject({ status: 400, success: 'invalid_options' });
    expect((await visitor.call('GET', '/v1/user')).obj).toMatchObject({ allowance: { used: 0 } });
  });

  it.each([
    ['no record', 3],
    ['a list as a value', { strength: [50] }],
    ['a name that no option can have', { 'a b': 1 }],
  ])('must be well formed: %s', async (_, given) => {
    const answer = await start(server.visitor(), given as object);
    expect(answer).toMatchObject({ status: 400, success: 'invalid_request' });
  });

  it('are part of the start: the same key with other options is a conflict', async () => {
    const visitor = server.visitor();
    const fileKey = await visitor.upload(bytes);
    const idempotencyKey = newKey();
    const again = (strength: number) =>
      visitor.call('POST', '/v1/ai-function/notAuth/dealSave/enhance', {
        fileKey,
        idempotencyKey,
        options: { strength },
      });
    expect(await again(20)).toMatchObject({ success: '1' });
    expect(await again(20)).toMatchObject({ success: '1' });
    expect(await again(30)).toMatchObject({ success: 'idempotency_conflict' });
  });
});
