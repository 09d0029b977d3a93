import { type AnyActorRef, type AnyMachineSnapshot, createActor } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';

type SnapshotData = { value: unknown; context: unknown; tags: string[] };

const dataOf = ({ value, context, tags }: AnyMachineSnapshot): SnapshotData => ({
  value,
  context,
  tags: [...tags],
});

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
  return Object.fromEntries(charts.map(([systemId, snapshot]) => [systemId, dataOf(snapshot)]));
}
