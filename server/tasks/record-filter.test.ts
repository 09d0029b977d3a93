import { beforeAll, expect, test } from 'vitest';
import { recordList } from '../../contract/records.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { photo, type Visitor } from '../testing/visitor.fixture.ts';
import { reaches, recordsPath, startWith } from './records.fixture.ts';

const server = sharedTestServer({ env: { GUEST_DAILY_CREDITS: '100' } });
let bytes: Buffer;
beforeAll(async () => {
  bytes = await photo();
});

const list = async (visitor: Visitor, query = '') =>
  recordList.parse((await visitor.call('GET', `${recordsPath}?${query}`)).obj);

/** Makes a record with each of these functions. Returns the ids, newest first. */
async function make(visitor: Visitor, codes: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const code of codes) {
    const { id } = await startWith(visitor, bytes, { code });
    await reaches(visitor, id, 2);
    ids.unshift(id);
  }
  return ids;
}

test('lists the records of one tool, paginated, newest first (R44)', async () => {
  const visitor = server.visitor();
  const [fourth, , second, first] = await make(visitor, [
    'upscale-2x-fast',
    'upscale-2x-fast',
    'face-blur',
    'upscale-2x-fast',
  ]);
  const page = await list(visitor, 'tool=upscale&limit=2');
  expect(page.records.map(({ id }) => id)).toEqual([fourth, second]);
  const rest = await list(visitor, `tool=upscale&limit=2&cursor=${page.nextCursor}`);
  expect([rest.records.map(({ id }) => id), rest.nextCursor]).toEqual([[first], null]);
});

test('names the tools of all records on the first page, the most used first (R44)', async () => {
  const visitor = server.visitor();
  const [, , blurred] = await make(visitor, ['face-blur', 'upscale-2x-fast', 'upscale-2x-fast']);
  const stranger = server.visitor();
  await make(stranger, ['enhance']);
  const page = await list(visitor, 'limit=1');
  expect(page.tools).toEqual(['upscale', 'face-blur']);
  expect((await list(visitor, 'tool=face-blur')).tools).toEqual(page.tools);
  expect((await list(visitor, `cursor=${page.nextCursor}`)).tools).toBeUndefined();
  await visitor.call('DELETE', `${recordsPath}/${blurred}`);
  expect((await list(visitor)).tools).toEqual(['upscale']);
});

test('finds a tool by its whole name only', async () => {
  const visitor = server.visitor();
  await make(visitor, ['face-blur', 'upscale-2x-fast']);
  const found = async (tool: string) => (await list(visitor, `tool=${tool}`)).records.length;
  expect([await found('face-blur'), await found('upscale')]).toEqual([1, 1]);
  expect([await found('face'), await found('upscale-2x')]).toEqual([0, 0]);
});

test.each(['', '%25', 'a_b', 'A', '-a', 'a'.repeat(65)])('refuses the tool %j', async (tool) => {
  const answer = await server.visitor().call('GET', `${recordsPath}?tool=${tool}`);
  expect(answer).toMatchObject({ status: 400, success: 'invalid_request' });
});
