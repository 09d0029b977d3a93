import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventJson } from './event-json.ts';
import { analyticsDatabaseName, createDeviceRows, createMemoryRows } from './event-rows.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const rowOf = (name: string) => ({ json: name, userId: null, deviceId: 'd' });
const names = (count: number) => Array.from({ length: count }, (_, index) => rowOf(`e${index}`));

const onceMore = ({
  keys,
  tried,
}: {
  keys: readonly number[];
  tried: { attempts: number } | null;
}) => ({
  count: keys.length,
  tried: { through: keys.at(-1) ?? 0, attempts: (tried?.attempts ?? 0) + 1 },
});

describe.each([
  ['on the device', createDeviceRows],
  ['in memory', createMemoryRows],
])('rows %s', (_, create) => {
  it('come out in order, and stay until they are settled', async () => {
    const rows = create();
    await rows.add(names(5));
    const head = await rows.take(3, onceMore);
    expect(head.rows.map(({ json }) => json)).toEqual(['e0', 'e1', 'e2']);
    expect(await rows.count()).toBe(5);
    await rows.settle(head.keys.slice(0, 2), 1);
    expect(await rows.count()).toBe(3);
    const next = await rows.take(3, onceMore);
    expect(next.rows.map(({ json }) => json)).toEqual(['e2', 'e3', 'e4']);
    expect(next.tried?.attempts).toBe(2);
  });

  it('are removed immediately when the rows are cleared', async () => {
    const rows = create();
    await rows.add(names(5));
    await rows.clear();
    expect(await rows.count()).toBe(0);
  });
});

describe('rows on the device', () => {
  it('survive their page with their attempts', async () => {
    const before = createDeviceRows();
    await before.add(names(2));
    await before.take(2, onceMore);
    const head = await createDeviceRows().take(2, onceMore);
    expect([head.rows.length, head.tried?.attempts]).toEqual([2, 2]);
  });

  it('are taken again after the database was deleted while open', async () => {
    const rows = createDeviceRows();
    await rows.add(names(2));
    await deleteDB(analyticsDatabaseName);
    await rows.add(names(3));
    expect(await rows.count()).toBe(3);
  });

  it('release the database for a page of a newer build, and reject from then on', async () => {
    const rows = createDeviceRows();
    await rows.add(names(2));
    const newer = await openDB(analyticsDatabaseName, 2);
    await expect(rows.add(names(1))).rejects.toMatchObject({ name: 'VersionError' });
    expect(await newer.count('events')).toBe(2);
    newer.close();
  });

  it('reject while an older page blocks the opening, and work once it closes', async () => {
    const older = await openDB(analyticsDatabaseName, 1);
    const deleting = deleteDB(analyticsDatabaseName);
    const rows = createDeviceRows(50);
    await expect(rows.add(names(1))).rejects.toThrow('IndexedDB timed out');
    older.close();
    await deleting;
    await rows.add(names(1));
    expect(await rows.count()).toBe(1);
  });

  it('reject while the browser refuses storage, but not for ever', async () => {
    const rows = createDeviceRows();
    const works = globalThis.indexedDB;
    globalThis.indexedDB = {
      open: () => {
        throw new Error('refused');
      },
    } as unknown as IDBFactory;
    await expect(rows.add(names(1))).rejects.toThrow('refused');
    globalThis.indexedDB = works;
    await rows.add(names(1));
    expect(await rows.count()).toBe(1);
  });
});

describe('an event as JSON', () => {
  const propertiesOf = (properties: object) =>
    JSON.parse(eventJson({ event_type: 'e', event_properties: properties }) ?? 'null')
      ?.event_properties;

  it('leaves out circles and functions, and writes exotic values', () => {
    const circle: Record<string, unknown> = { a: 1 };
    circle.self = circle;
    expect(
      propertiesOf({
        circle,
        big: 10n,
        date: new Date(0),
        never: new Date(Number.NaN),
        map: new Map([['k', 1]]),
        set: new Set([1]),
        none: undefined,
        act: () => {},
        infinite: Number.POSITIVE_INFINITY,
      }),
    ).toEqual({
      circle: { a: 1 },
      big: '10',
      date: '1970-01-01T00:00:00.000Z',
      never: null,
      map: { k: 1 },
      set: [1],
      infinite: null,
    });
  });

  it('keeps 1000 of 1001 keys', () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, 1]));
    expect(Object.keys(propertiesOf(many))).toHaveLength(1000);
  });

  it('cuts long text and repairs lone surrogates', () => {
    expect(propertiesOf({ long: 'x'.repeat(2_000_000) }).long).toHaveLength(1024);
    expect(propertiesOf({ lone: 'a\ud800b' }).lone).toBe('a\ufffdb');
    expect(JSON.parse(eventJson({ event_type: 'n'.repeat(5000) }) ?? '').event_type).toHaveLength(
      1024,
    );
  });

  it('drops an event that throws when it is read', () => {
    const hostile = {
      get trap() {
        throw new Error('trap');
      },
    };
    expect(eventJson({ event_type: 'e', event_properties: hostile })).toBeNull();
  });
});
