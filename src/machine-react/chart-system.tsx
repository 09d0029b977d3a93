import { createContext, type ReactNode, useContext, useState } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { ChartId } from '../../machines/app/app.machine.ts';
import type { FirstChart } from './first-snapshots.ts';

type Event = { type: string };

/**
 * The part of an actor that selector hooks need. `getSnapshot` returns null while the chart is not
 * running.
 */
type ChartView = Pick<AnyActorRef, 'subscribe' | 'getSnapshot'>;
type Tell = (snapshot: AnyMachineSnapshot | null) => void;
type Listener = Tell | { next?: Tell };

const createView = (
  getSnapshot: () => AnyMachineSnapshot | null,
  follow: (onMove: () => void) => () => void,
): ChartView => ({
  getSnapshot,
  subscribe: (listener: Listener) => {
    const tell = typeof listener === 'function' ? listener : listener.next;
    return { unsubscribe: follow(() => tell?.(getSnapshot())) };
  },
});

type ChartViews = {
  /**
   * The current state of the chart. Subscribers are notified when the chart changes, starts or
   * stops. If an essential chart has crashed twice, its snapshot has the status `error` while the
   * chart has subscribers. An optional chart then shows its state from before the start.
   */
  live: ChartView;
  /** like `live`, but after a second crash this is the last state before that crash */
  last: ChartView;
  /**
   * the latest state before the chart ended or crashed; only available while the chart has
   * subscribers
   */
  held: ChartView;
  /** the state before the chart starts, with which the page is prerendered */
  first: ChartView;
};

/**
 * The charts, as components use them. The page is hydrated with the charts' states from before the
 * start. Events that are sent before the charts' code has loaded are delivered later.
 */
export type ChartSystem = {
  /**
   * Always returns the same object for a chart, so that a component can subscribe while rendering.
   */
  chart: (systemId: ChartId) => ChartViews;
  send: (systemId: ChartId, event: Event) => void;
  /** Connects the root when it is running, and delivers the events sent until then. Called once. */
  attach: (root: AnyActorRef) => void;
};

const find = (root: AnyActorRef, systemId: ChartId) =>
  root.system.get(systemId) as AnyActorRef | undefined;

const lasting = new WeakMap<AnyMachineSnapshot, AnyMachineSnapshot>();

/** Returns the snapshot from before a crash. Returns the same object for the same snapshot. */
function before(snapshot: AnyMachineSnapshot | null): AnyMachineSnapshot | null {
  if (snapshot?.status !== 'error') return snapshot;
  const known = lasting.get(snapshot) ?? { ...(snapshot as AnyMachineSnapshot), status: 'active' };
  lasting.set(snapshot, known as AnyMachineSnapshot);
  return known as AnyMachineSnapshot;
}

/** Follows the chart with this systemId, even if its parent stops and restarts the chart. */
function follow(root: AnyActorRef, systemId: ChartId, onMove: () => void) {
  // ignores a crash, because the root handles and logs it; without this handler, XState would
  // report the crash globally as well
  const observer = { next: onMove, error: () => {} };
  let actor = find(root, systemId);
  let subscription = actor?.subscribe(observer);
  const next = () => {
    const current = find(root, systemId);
    if (current === actor) return;
    subscription?.unsubscribe();
    actor = current;
    subscription = current?.subscribe(observer);
    onMove();
  };
  const rootSubscription = root.subscribe({ next, error: onMove });
  return () => {
    subscription?.unsubscribe();
    rootSubscription.unsubscribe();
  };
}

export function createChartSystem(first: ReadonlyMap<string, FirstChart>): ChartSystem {
  let root: AnyActorRef | null = null;
  const early: { systemId: ChartId; event: Event }[] = [];
  const waiting = new Set<() => void>();
  const firstOf = (systemId: ChartId) => first.get(systemId)?.snapshot ?? null;
  const isOptional = (systemId: ChartId) => first.get(systemId)?.essential === false;
  const deliver = (systemId: ChartId, event: Event) => {
    if (root) find(root, systemId)?.send(event);
    else early.push({ systemId, event });
  };

  function subscribeLater(systemId: ChartId, onMove: () => void) {
    let unfollow = () => {};
    const begin = () => {
      if (root) unfollow = follow(root, systemId, onMove);
      onMove();
    };
    waiting.add(begin);
    return () => {
      waiting.delete(begin);
      unfollow();
    };
  }

  function viewsOf(systemId: ChartId): ChartViews {
    let followers = 0;
    let seen: AnyActorRef | undefined;
    let held: AnyMachineSnapshot | null = null;
    const current = (): AnyMachineSnapshot | null => {
      if (!root) return firstOf(systemId);
      const running = find(root, systemId);
      seen = running ?? seen ?? (systemId === 'app' ? root : undefined);
      const snapshot: AnyMachineSnapshot | undefined = seen?.getSnapshot();
      if (!running && isOptional(systemId)) return firstOf(systemId);
      return running || snapshot?.status === 'error' ? (snapshot ?? null) : null;
    };
    const hold = () => {
      const snapshot = current();
      if (snapshot?.status === 'active') held = snapshot;
      return held;
    };
    const subscribe = (onMove: () => void) => {
      const stop = root ? follow(root, systemId, onMove) : subscribeLater(systemId, onMove);
      followers += 1;
      return () => {
        stop();
        followers -= 1;
        if (followers > 0) return;
        seen = undefined;
        held = null;
      };
    };
    return {
      live: createView(current, subscribe),
      last: createView(() => before(current()), subscribe),
      held: createView(hold, subscribe),
      first: createView(
        () => firstOf(systemId),
        () => () => {},
      ),
    };
  }
  const views = new Map<ChartId, ChartViews>();

  return {
    chart: (systemId) => {
      const known = views.get(systemId) ?? viewsOf(systemId);
      views.set(systemId, known);
      return known;
    },
    send: deliver,
    attach: (started) => {
      root = started;
      // subscribed without an error handler, so that XState reports a crash of the root
      started.subscribe(() => {});
      for (const begin of waiting) begin();
      waiting.clear();
      for (const { systemId, event } of early.splice(0)) deliver(systemId, event);
    },
  };
}

const ChartSystemContext = createContext<ChartSystem | null>(null);

type Props = { children: ReactNode } & (
  | { system: ChartSystem }
  /** for tests: a root actor that is already running */
  | { root: AnyActorRef }
);

export function ActorSystemProvider({ children, ...source }: Props) {
  const [system] = useState(() => {
    if ('system' in source) return source.system;
    const created = createChartSystem(new Map());
    created.attach(source.root);
    return created;
  });
  return <ChartSystemContext value={system}>{children}</ChartSystemContext>;
}

export function useChartSystem(): ChartSystem {
  const system = useContext(ChartSystemContext);
  if (!system)
    throw new Error('Charts are missing. Render this component below ActorSystemProvider.');
  return system;
}
