import { type AnyActorRef, type AnyMachineSnapshot, createActor } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { type ChildId, children } from '../../machines/app/children.ts';

type SnapshotData = { value: unknown; context: unknown; tags: string[]; essential: boolean };

const isEssential = (systemId: string) =>
  systemId === 'app' || children[systemId as ChildId].essential;

const dataOf = (
  systemId: string,
  { value, context, tags }: AnyMachineSnapshot,
): [string, SnapshotData] => [
  systemId,
  { value, context, tags: [...tags], essential: isEssential(systemId) },
];

/**
 * Every chart that runs as long as the app, as it is before it starts: what pages are prerendered
 * and hydrated from, so that neither waits for the charts' code (decision 0043). A page puts in its
 * own path and messages.
 */
export function buildFirstSnapshots(): Record<string, SnapshotData> {
  const root = createActor(appMachine, {
    id: 'app',
    systemId: 'app',
    input: { path: '/', messages: {} },
  });
  const actors = Object.entries(root.system.getAll() as Record<string, AnyActorRef>);
  const charts = actors
    .map(([systemId, actor]) => [systemId, actor.getSnapshot() as AnyMachineSnapshot] as const)
    .filter(([, snapshot]) => 'value' in snapshot);
  return Object.fromEntries(charts.map(([systemId, snapshot]) => dataOf(systemId, snapshot)));
}
