import { createContext, type ReactNode, useContext, useState } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

export type ChartSystem = {
  root: AnyActorRef;
  /** what every chart was when the page was prerendered; hydration renders from these */
  first: ReadonlyMap<string, AnyMachineSnapshot>;
};

const ChartSystemContext = createContext<ChartSystem | null>(null);

/**
 * Keeps the snapshot of every chart of the system. Call it before the root is started: a chart that
 * moves before its part of the page is hydrated would otherwise make React drop the prerendered
 * part (error #418).
 */
export function freezeChartSystem(root: AnyActorRef): ChartSystem {
  const all = root.system.getAll() as Record<string, AnyActorRef>;
  const first = new Map<string, AnyMachineSnapshot>();
  for (const [systemId, actor] of Object.entries(all)) first.set(systemId, actor.getSnapshot());
  return { root, first };
}

type Props = { root: AnyActorRef; frozen?: ChartSystem; children: ReactNode };

/** `root` is the actor of the root chart; `frozen` comes from `freezeChartSystem` where a page is hydrated. */
export function ActorSystemProvider({ root, frozen, children }: Props) {
  const [system] = useState(() => frozen ?? freezeChartSystem(root));
  return <ChartSystemContext value={system}>{children}</ChartSystemContext>;
}

export function useChartSystem(): ChartSystem {
  const system = useContext(ChartSystemContext);
  if (!system) throw new Error('Charts can only be read below ActorSystemProvider.');
  return system;
}
