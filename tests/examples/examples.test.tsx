// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorLogic, type AnyActorRef, createActor } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { withPorts } from '../../machines/port-actors.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { PortError } from '../../machines/ports/port-failure.ts';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { createMemoryPorts } from '../../src/adapters/memory/memory-ports.ts';
import { createMemoryWorld } from '../../src/adapters/memory/memory-world.ts';
import { App } from '../../src/app/app.tsx';
import { createDialogPort } from '../../src/app/dialog-port.ts';
import type { DialogStore } from '../../src/app/dialog-store.ts';
import { createPageStore } from '../../src/app/page-store.tsx';
import { createChartSystem } from '../../src/machine-react/chart-system.tsx';
import {
  reviveFirstSnapshots,
  type SnapshotData,
} from '../../src/machine-react/first-snapshots.ts';
import { compileMessages } from '../../tools/build/compile-messages.ts';
import { buildFirstSnapshots } from '../../tools/build/first-snapshots.ts';
import { explore } from '../../workshop/paths/explore.ts';
import { lintChart } from '../../workshop/paths/lint.ts';
import { walkChart } from '../../workshop/paths/walk-chart.ts';
import { tell } from '../../workshop/paths/walker.ts';
import { commentDescriptor } from './comment/comment.descriptor.ts';
import { guideDescriptor } from './guide/guide.descriptor.ts';
import { ratingDescriptor } from './rating/rating.descriptor.ts';
import type { RatingPort } from './rating/rating.port.ts';
import { Comment, Guide, Rating } from './screens.tsx';

/*
 * Tests the examples of docs/how-to/add-a-chart.md. They add three rows to the table of charts,
 * from which all other code is derived.
 */
vi.mock('../../machines/app/children.ts', async (original) => {
  const { children } = await original<typeof import('../../machines/app/children.ts')>();
  const { child, dialog } = await import('../../machines/app/child-row.ts');
  const { ratingMachine } = await import('./rating/rating.machine.ts');
  const { guideMachine } = await import('./guide/guide.machine.ts');
  const rows = {
    rating: child({ machine: ratingMachine, lifetime: 'app', essential: false }),
    guide: child({
      machine: guideMachine,
      lifetime: 'page',
      page: 'about-us',
      input: ({ path }) => ({ path }),
    }),
    comment: dialog(async () => (await import('./comment/comment.machine.ts')).commentMachine),
  };
  return { children: { ...children, ...rows } };
});

/* In the product these words are in locales/<language>/messages.json, in seven languages. */
const own = Object.fromEntries(
  Object.entries({
    'rating.happy': 'Good',
    'rating.unhappy': 'Not good',
    'rating.retry': 'Try again',
    'guide.title': 'The guide',
    'guide.finish': 'I have read it',
    'comment.title': 'What is wrong?',
    'comment.send': 'Send',
  }).map(([id, value]) => [id, [{ type: 0, value }]]),
);
const words = { product: 'Lightwell', company: 'C', address: 'A', email: 'e@example.com' };
const messages = { ...compileMessages('en'), ...own };
const data = buildFirstSnapshots() as Record<string, SnapshotData>;

const dialogs: DialogStore = {
  load: async () => {},
  render: (kind) => ((kind as string) === 'comment' ? <Comment /> : null),
};

let stop = () => {};

async function open(path: string) {
  const saved: unknown[] = [];
  let isOffline = false;
  const rating: RatingPort = {
    saveRating: async (given) => {
      if (isOffline) throw new PortError({ reason: 'offline' });
      saved.push(given);
    },
  };
  const ports: AppPorts & { rating: RatingPort } = {
    ...createMemoryPorts(createMemoryWorld({ messages: () => messages })),
    dialog: createDialogPort(dialogs, () => ports),
    rating,
  };
  const first = reviveFirstSnapshots(data, { path, locale: 'en', messages });
  const system = createChartSystem(first);
  const store = createPageStore(words, async () => ({}) as never);
  const pages = {
    ...store,
    render: ({ name }: { name: string }) => (
      <>
        {name === 'about-us' && <Guide />}
        <Rating />
      </>
    ),
  };
  render(<App system={system} words={words} pages={pages} dialogs={dialogs} />);
  const root = createActor(withPorts(appMachine, ports), {
    id: 'app',
    systemId: 'app',
    input: { path, messages },
  });
  await act(async () => {
    root.start();
    system.attach(root);
  });
  stop = () => root.stop();
  const end = () =>
    act(async () =>
      root.send({
        type: 'task.ended',
        end: 'succeeded',
        recordId: 'r1',
        byCore: false,
        isOfBatch: false,
        watched: false,
        inHand: false,
      }),
    );
  const goOffline = (is: boolean) => {
    isOffline = is;
  };
  const running = (id: string): AnyActorRef | undefined => root.system.get(id as never);
  return { end, first, goOffline, root, running, saved };
}

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};

const crash = (actor: AnyActorRef | undefined) =>
  act(async () => {
    if (!actor) throw new Error('Expected a chart to crash.');
    const { logic } = actor as unknown as { logic: AnyActorLogic };
    const { transition } = logic;
    logic.transition = () => {
      throw new Error('a fault');
    };
    actor.send({ type: 'a fault' });
    logic.transition = transition;
  });

afterEach(() => {
  stop();
  cleanup();
});

describe('a chart that lives as long as the app', () => {
  it('is part of the prerendered page, receives the facts of the root and calls its port', async () => {
    const { end, first, saved } = await open('/');
    expect(first.get('rating')).toMatchObject({ essential: false, snapshot: { value: 'silent' } });
    await end();
    await press('Good');
    expect(saved).toEqual([{ happy: true, comment: null }]);
  });

  it('turns the failure of its port into a state', async () => {
    const { end, goOffline, saved } = await open('/');
    goOffline(true);
    await end();
    await press('Good');
    goOffline(false);
    await press('Try again');
    expect(saved).toHaveLength(1);
  });

  it('restarts after a crash; after a second crash the page continues without it', async () => {
    const { end, running } = await open('/');
    await crash(running('rating'));
    await end();
    expect(await screen.findByRole('button', { name: 'Good' })).toBeTruthy();
    await crash(running('rating'));
    expect(running('rating')).toBeUndefined();
    expect(screen.queryByRole('button', { name: 'Good' })).toBeNull();
    expect(screen.getByRole('banner')).toBeTruthy();
  });
});

describe('a chart that lives as long as its page', () => {
  it('starts with its page, with its input, and ends with it', async () => {
    const { root, running } = await open('/about-us');
    expect(running('guide')?.getSnapshot().context).toEqual({ path: '/about-us' });
    await press('I have read it');
    expect(running('guide')?.getSnapshot().value).toBe('read');
    await act(async () => root.send({ type: 'location.changed', path: '/', move: 'pushed' }));
    expect(running('guide')).toBeUndefined();
  });
});

describe('a chart that lives as long as its dialog', () => {
  it('starts with its input when it is requested; its output reaches the requester', async () => {
    const { end, running, saved } = await open('/');
    await end();
    await press('Not good');
    const field = await screen.findByRole('textbox', { name: 'What is wrong?' });
    expect(running('comment')?.getSnapshot().context.longest).toBe(200);
    await act(async () => fireEvent.change(field, { target: { value: 'too dark' } }));
    await press('Send');
    expect(saved).toEqual([{ happy: false, comment: 'too dark' }]);
    expect([running('comment'), screen.queryByRole('dialog')]).toEqual([undefined, null]);
  });
});

const walked: [string, ChartDescriptor][] = [
  ['rating', ratingDescriptor],
  ['guide', guideDescriptor],
  ['comment', commentDescriptor],
];

describe.each(walked)('the %s chart', (chart, model) => {
  it('takes every transition on its paths', async () => {
    const exploration = explore(chart, model);
    expect(lintChart(chart, model, exploration)).toEqual([]);
    const { reports, coverage } = await walkChart(exploration, ['app', 'dialogs'], 'effects');
    expect(reports.filter(({ ok }) => !ok).map(tell)).toEqual([]);
    expect(coverage.open).toEqual([]);
  });
});
