import { expect, it } from 'vitest';
import type { RecordPage } from '../../model/task-record.ts';
import { toolIn } from '../../model/tool-filter.ts';
import { PortError } from '../../ports/port-failure.ts';
import { aRecord } from '../../testing/test-record.ts';
import { settle } from '../../testing/test-system.ts';
import {
  selectCounted,
  selectIsFiltering,
  selectIsSelecting,
  selectRecordsView,
  selectResultPath,
  selectTool,
  selectTools,
} from '../records.selectors.ts';
import { done, offline, startRecords } from './records.fixture.ts';

const address = (path: string) => ({ type: 'location.changed', path, move: 'replaced' }) as const;
const cutOuts = address('/de/record?tool=cut-out');

const tools = ['upscale', 'cut-out'];
const made = (code: string) => aRecord({ id: code, code, dealStatus: 2 });
const many = Array.from({ length: 8 }, (_, at) => done(`${at}`));

/** Answers like a server that has one record of each of two tools. */
const listRecords = async ({ tool }: { tool?: string | null }) => ({
  records: ['upscale-2x-fast', 'cut-out', 'cut-out-more']
    .filter((code) => !tool || `${code}-`.startsWith(`${tool}-`))
    .map(made),
  nextCursor: null,
  tools,
});

it('goes to the address of the chosen tool, in the same entry of the history (R44)', async () => {
  const { send, told } = await startRecords();
  await send({ type: 'tool.chosen', tool: 'cut-out' });
  await send({ type: 'tool.chosen', tool: null });
  expect(told('app')).toEqual([
    { type: 'navigation.requested', to: '/record?tool=cut-out', replace: true },
    { type: 'navigation.requested', to: '/record', replace: true },
  ]);
});

it('lists the records of the tool in the address when the page opens (R44)', async () => {
  const { asked, ids, now } = await startRecords({ listRecords, tool: 'cut-out' });
  expect([asked, ids()]).toEqual([['list null of cut-out'], ['cut-out', 'cut-out-more']]);
  expect([selectTool(now()), selectTools(now())]).toEqual(['cut-out', tools]);
});

it('keeps the old list on screen until the records of the tool are loaded', async () => {
  const { asked, ids, now, send } = await startRecords({ listRecords });
  const sent = send(cutOuts);
  expect([selectIsFiltering(now()), ids().length]).toEqual([true, 3]);
  await sent;
  expect([asked.at(-1), ids()]).toEqual(['list null of cut-out', ['cut-out', 'cut-out-more']]);
  expect(selectIsFiltering(now())).toBe(false);
  await send(address('/de/record'));
  expect([asked.at(-1), ids().length]).toEqual(['list null', 3]);
});

it('counts the records on screen after a tool was chosen, and not before', async () => {
  let online = true;
  const { now, send } = await startRecords({
    listRecords: async (input) => {
      if (!online) throw new PortError(offline);
      if (input.tool === 'denoise') return { records: [], nextCursor: null, tools };
      const page = await listRecords(input);
      return input.cursor === null ? { ...page, nextCursor: 'next' } : { ...page, records: many };
    },
  });
  const counted = () => selectCounted(now());
  await send({ type: 'server.changed' });
  expect(counted()).toBeNull();
  const sent = send(cutOuts);
  expect(counted()).toBeNull();
  await sent;
  expect(counted()).toBe(2);
  await send({ type: 'records.moreRequested' });
  expect(counted()).toBeNull();
  await send(address('/record?tool=denoise'));
  expect(counted()).toBe(0);
  const all = send(address('/record'));
  expect(counted()).toBeNull();
  await all;
  expect(counted()).toBe(3);
  online = false;
  await send(cutOuts);
  expect([selectRecordsView(now()), counted()]).toEqual(['failed', null]);
});

it('does not count the records of the tool with which the page opens', async () => {
  const { now } = await startRecords({ listRecords, tool: 'cut-out' });
  expect(selectCounted(now())).toBeNull();
});

it('links to results whose pages lead back to the same list', async () => {
  const pathFor = async (tool?: string) => {
    const { now } = await startRecords({ listRecords, ...(tool && { tool }) });
    return selectResultPath(now(), 'a/b');
  };
  expect(await pathFor()).toBe('/result/a%2Fb');
  expect(await pathFor('cut-out')).toBe('/result/a%2Fb?tool=cut-out');
  expect([await pathFor(), await pathFor('cut-out')].map(toolIn)).toEqual([null, 'cut-out']);
});

it('ignores the address of another page, and a change that keeps the tool', async () => {
  const { asked, send } = await startRecords({ listRecords, tool: 'cut-out' });
  await send(address('/result/r1'));
  await send(address('/record?x=1&tool=cut-out#top'));
  expect(asked).toHaveLength(1);
});

it('loads more records of the tool, and reloads only these', async () => {
  const page = { records: [made('cut-out')], nextCursor: 'next' };
  const { asked, send } = await startRecords({ page, tool: 'cut-out' });
  await send({ type: 'records.moreRequested' });
  await send({ type: 'server.changed' });
  expect(asked).toEqual(
    ['list null', 'list next', 'list null'].map((list) => `${list} of cut-out`),
  );
});

it('drops the reloaded part of another list', async () => {
  const reloaded = Promise.withResolvers<RecordPage>();
  let isFirst = true;
  const { asked, ids, send } = await startRecords({
    listRecords: (input) => {
      const isReload = !isFirst && input.tool === null;
      isFirst = false;
      return isReload ? reloaded.promise : listRecords(input);
    },
  });
  await send({ type: 'server.changed' });
  await send(cutOuts);
  reloaded.resolve({ records: [done('old')], nextCursor: null });
  await settle();
  expect(asked.slice(1)).toEqual(['list null', 'list null of cut-out']);
  expect(ids()).toEqual(['cut-out', 'cut-out-more']);
});

it('selects all records of the tool, and only those', async () => {
  const { now, send } = await startRecords({ listRecords });
  await send({ type: 'records.selectionToggled' });
  await send({ type: 'records.toggled', id: 'upscale-2x-fast' });
  await send(cutOuts);
  expect([selectIsSelecting(now()), now().context.selected]).toEqual([true, []]);
  await send({ type: 'records.allToggled' });
  expect(now().context.selected).toEqual(['cut-out', 'cut-out-more']);
});

it('follows the unfinished record of the new list', async () => {
  const { asked, send } = await startRecords({
    listRecords: async ({ tool }) => ({
      records: [aRecord({ id: tool ? 'b' : 'a', dealStatus: 1 })],
      nextCursor: null,
    }),
  });
  await send(cutOuts);
  expect(asked.filter((call) => call.startsWith('watch'))).toEqual(['watch a 1', 'watch b 1']);
});

it('shows that the tool has no records, and all records after that', async () => {
  let records = [made('cut-out')];
  const { now, send } = await startRecords({
    listRecords: async () => ({ records, nextCursor: null, tools }),
  });
  records = [];
  await send(cutOuts);
  expect([selectRecordsView(now()), selectTool(now())]).toEqual(['empty', 'cut-out']);
  records = [made('cut-out')];
  await send(address('/record'));
  expect([selectRecordsView(now()), selectTool(now())]).toEqual(['listed', null]);
});

it('shows that the records of the tool could not be loaded, and loads them on a press', async () => {
  let online = true;
  const { asked, now, send } = await startRecords({
    listRecords: (input) => (online ? listRecords(input) : Promise.reject(new PortError(offline))),
  });
  online = false;
  await send(cutOuts);
  expect(selectRecordsView(now())).toBe('failed');
  online = true;
  await send({ type: 'records.retried' });
  expect([selectRecordsView(now()), asked.at(-1)]).toEqual(['listed', 'list null of cut-out']);
});

it('offers to try again even if the last record of the old list is deleted (R44)', async () => {
  let online = true;
  const { now, send, watch } = await startRecords({
    listRecords: ({ tool }) => {
      if (!online) return Promise.reject(new PortError(offline));
      const records = tool ? [made(tool)] : [aRecord({ id: 'a', dealStatus: 1 })];
      return Promise.resolve({ records, nextCursor: null, tools });
    },
  });
  online = false;
  const sent = send(cutOuts);
  await Promise.all([watch({ type: 'record.gone', id: 'a' }), sent]);
  expect(selectRecordsView(now())).toBe('failed');
  await send({ type: 'removal.done', id: 'a' });
  expect(selectRecordsView(now())).toBe('failed');
  online = true;
  await send({ type: 'records.retried' });
  expect([selectRecordsView(now()), selectTool(now())]).toEqual(['listed', 'cut-out']);
});

it.each([
  ['eight records', many, null, tools, tools],
  ['more than one page', many.slice(0, 1), 'next', tools, tools],
  ['seven records', many.slice(0, 7), null, tools, []],
  ['one tool', many, null, ['upscale'], []],
])('offers tools to choose from, given %s', async (_, records, nextCursor, used, offered) => {
  const { now } = await startRecords({ page: { records, nextCursor, tools: used } });
  expect(selectTools(now())).toEqual(offered);
});

it('offers the tools until the list of all tools is loaded', async () => {
  const all = Promise.withResolvers<RecordPage>();
  const { now, send } = await startRecords({
    tool: 'cut-out',
    listRecords: (input) => (input.tool === null ? all.promise : listRecords(input)),
  });
  await send(address('/record'));
  expect([selectTool(now()), selectTools(now())]).toEqual([null, tools]);
  all.resolve({ records: many, nextCursor: null, tools });
  await settle();
  expect(selectTools(now())).toEqual(tools);
});

it('offers the chosen tool even if its last record was deleted', async () => {
  const page = { records: many, nextCursor: null, tools: ['upscale'] };
  const { now } = await startRecords({ page, tool: 'cut-out' });
  expect(selectTools(now())).toEqual(['upscale', 'cut-out']);
});
