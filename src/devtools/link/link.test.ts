import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import {
  createSession,
  momentAt,
  type Session,
  takeNews,
} from '../../../workshop/inspector/session.ts';
import { createTap } from '../tap/tap.ts';
import type { Channel, InspectorMessage, PageInfo } from '../wire/wire-messages.ts';
import { InspectorLink } from './inspector-link.ts';
import { PageLink } from './page-link.ts';

const counter = setup({
  types: {
    context: {} as { count: number; token: string; photo: unknown },
    events: {} as { type: 'add'; by: number } | { type: 'tick' } | { type: 'photo'; file: unknown },
  },
  guards: { isPositive: ({ event }) => 'by' in event && event.by > 0 },
  actions: {
    add: assign({ count: ({ context, event }) => context.count + ('by' in event ? event.by : 1) }),
    keep: assign({ photo: ({ event }) => ('file' in event ? event.file : null) }),
  },
}).createMachine({
  id: 'counter',
  context: { count: 0, token: 'top-secret', photo: null },
  initial: 'open',
  states: {
    open: {
      on: {
        add: { guard: 'isPositive', actions: 'add' },
        tick: { actions: 'add' },
        photo: { actions: 'keep' },
      },
    },
  },
});

/**
 * Simulates the channels of one origin. A message posted to one channel reaches all other channels
 * as a copy.
 */
const createAir = () => {
  const ends = new Set<Channel>();
  const sent: InspectorMessage[] = [];
  const open = (): Channel => {
    const end: Channel = {
      onmessage: null,
      postMessage(message) {
        sent.push(message);
        const data = structuredClone(message);
        for (const other of ends) if (other !== end) other.onmessage?.({ data });
      },
      close: () => ends.delete(end),
    };
    ends.add(end);
    return end;
  };
  return { open, sent };
};

const openPage = (air: ReturnType<typeof createAir>, page = 'p1') => {
  const tap = createTap();
  const actor = createActor(counter, { inspect: tap.inspect, systemId: 'counter' }).start();
  const link = new PageLink(tap, air.open(), {
    page,
    build: 'b1',
    openedAt: 0,
    head: () => ({ title: 'Home', path: '/' }),
  });
  return { tap, actor, link };
};

const openInspector = (air: ReturnType<typeof createAir>, id = 'i1') => {
  const pages = new Map<string, PageInfo>();
  let session: Session = createSession();
  const link = new InspectorLink(
    air.open(),
    {
      pageAppeared: (page) => pages.set(page.page, page),
      pageWent: (page) => pages.delete(page),
      historyBegan: () => {
        session = createSession();
      },
      newsArrived: (_, news) => takeNews(session, news),
    },
    id,
  );
  const types = () => session.entries.map((entry) => entry.event.type);
  const count = (seq: number | null = null) => {
    const id = [...session.actors.keys()][0] ?? '';
    return (momentAt(session, id, seq)?.context as { count: number } | undefined)?.count;
  };
  return { link, pages, types, count, session: () => session };
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('page and inspector', () => {
  it('finds the page, even when the page opens later', () => {
    const air = createAir();
    const early = openInspector(air, 'early');
    openPage(air);
    const late = openInspector(air, 'late');
    expect([...early.pages.keys(), ...late.pages.keys()]).toEqual(['p1', 'p1']);
  });

  it('sends a late inspector everything: charts, states, history (R80)', () => {
    const air = createAir();
    const { actor } = openPage(air);
    actor.send({ type: 'add', by: 2 });
    actor.send({ type: 'add', by: 3 });
    const inspector = openInspector(air);
    inspector.link.follow('p1');
    vi.runOnlyPendingTimers();
    expect(inspector.types()).toEqual(['xstate.init', 'add', 'add']);
    expect([...inspector.session().charts.values()].map((chart) => chart.id)).toEqual(['counter']);
    expect([1, 2, 3, null].map(inspector.count)).toEqual([0, 2, 5, 5]);
  });

  it('keeps two inspectors up to date', () => {
    const air = createAir();
    const { actor } = openPage(air);
    const first = openInspector(air, 'first');
    first.link.follow('p1');
    actor.send({ type: 'add', by: 1 });
    vi.advanceTimersByTime(150);
    actor.send({ type: 'add', by: 1 });
    const second = openInspector(air, 'second');
    second.link.follow('p1');
    actor.send({ type: 'add', by: 1 });
    vi.advanceTimersByTime(150);
    expect(first.count()).toBe(3);
    expect(second.count()).toBe(3);
    expect(second.types()).toEqual(first.types());
  });

  it('sends a long history in parts and loses no events during the transfer', () => {
    const air = createAir();
    const { actor } = openPage(air);
    for (let index = 0; index < 1800; index += 1) actor.send({ type: 'add', by: 1 });
    const inspector = openInspector(air);
    inspector.link.follow('p1');
    actor.send({ type: 'add', by: 1000 });
    vi.advanceTimersByTime(1000);
    expect(inspector.session().entries).toHaveLength(1802);
    expect([inspector.count(), inspector.count(1801)]).toEqual([2800, 1800]);
  });

  it('counts merged ticks', () => {
    const air = createAir();
    const { actor } = openPage(air);
    const inspector = openInspector(air);
    inspector.link.follow('p1');
    for (let tick = 0; tick < 50; tick += 1) {
      actor.send({ type: 'tick' });
      vi.advanceTimersByTime(60);
    }
    expect(inspector.types()).toEqual(['xstate.init', 'tick']);
    expect(inspector.session().entries[1]).toMatchObject({ count: 50 });
    expect(inspector.session().taken.get('counter.open | tick | 0 | -')).toBe(50);
    expect(inspector.count()).toBe(50);
  });

  it('sends no secret and no photo', () => {
    const air = createAir();
    const { actor } = openPage(air);
    actor.send({ type: 'photo', file: new File(['me'], 'me.png', { type: 'image/png' }) });
    const inspector = openInspector(air);
    inspector.link.follow('p1');
    vi.advanceTimersByTime(150);
    const all = JSON.stringify(air.sent);
    expect(all).not.toContain('top-secret');
    expect(all).not.toContain('me.png');
    expect(all).toContain('File image/png, 2 bytes');
  });

  it('sends an event for the inspector and answers', async () => {
    const air = createAir();
    const { actor } = openPage(air);
    const inspector = openInspector(air);
    inspector.link.follow('p1');
    vi.advanceTimersByTime(150);
    const id = actor.sessionId;
    const ask = (kind: 'event.sent' | 'event.tried', by: number) =>
      inspector.link.request(kind, id, { type: 'add', by });
    await expect(ask('event.tried', -1)).resolves.toEqual({ ok: false, words: 'a guard says no' });
    await expect(ask('event.tried', 1)).resolves.toMatchObject({ ok: true });
    await expect(ask('event.sent', 4)).resolves.toEqual({ ok: true, words: 'sent' });
    expect([actor.getSnapshot().context.count, inspector.count()]).toEqual([4, 4]);
    await expect(inspector.link.request('event.sent', 'x:999', { type: 'add' })).resolves.toEqual({
      ok: false,
      words: 'The actor x:999 has ended.',
    });
  });

  it('is silent while no inspector listens', () => {
    const air = createAir();
    const { actor } = openPage(air);
    const inspector = openInspector(air);
    inspector.link.follow('p1');
    vi.advanceTimersByTime(150);
    inspector.link.close();
    const before = air.sent.length;
    actor.send({ type: 'add', by: 1 });
    vi.advanceTimersByTime(10_000);
    expect(air.sent).toHaveLength(before);
  });

  it('distinguishes the pages of two tabs, and detects when one closes', () => {
    const air = createAir();
    const one = openPage(air, 'p1');
    const two = openPage(air, 'p2');
    const inspector = openInspector(air);
    inspector.link.follow('p2');
    one.actor.send({ type: 'add', by: 1 });
    two.actor.send({ type: 'add', by: 7 });
    vi.advanceTimersByTime(150);
    expect(inspector.count()).toBe(7);
    one.link.leave();
    expect([...inspector.pages.keys()]).toEqual(['p2']);
  });
});
