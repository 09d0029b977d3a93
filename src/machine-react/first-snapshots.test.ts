import { expect, it } from 'vitest';
import { type AnyMachineSnapshot, createActor, StateMachine } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { appChildIds, childOf } from '../../machines/app/children.derived.ts';
import { buildFirstSnapshots } from '../../tools/build/first-snapshots.ts';
import { reviveFirstSnapshots, type SnapshotData } from './first-snapshots.ts';

const messages = { 'home.title': [] };
const data = JSON.parse(JSON.stringify(buildFirstSnapshots())) as Record<string, SnapshotData>;
const revived = reviveFirstSnapshots(data, { path: '/de/record', locale: 'de', messages });

const root = createActor(appMachine, {
  id: 'app',
  systemId: 'app',
  input: { path: '/de/record', messages },
});

const longLived: readonly string[] = [
  'app',
  ...appChildIds.filter((id) => childOf(id).machine instanceof StateMachine),
].sort();

it('contains every chart that lives as long as the app', () => {
  expect([...revived.keys()].sort()).toEqual(longLived);
});

it.each(longLived)("contains for %s the chart's state before it starts", (systemId) => {
  const live = root.system.get(systemId)?.getSnapshot() as AnyMachineSnapshot;
  const first = revived.get(systemId)?.snapshot;
  expect(first?.value).toEqual(live.value);
  expect(first?.context).toEqual(live.context);
  expect(first?.matches(live.value)).toBe(true);
  for (const tag of live.tags) expect(first?.hasTag(tag)).toBe(true);
  expect(first?.hasTag('none such')).toBe(false);
});

it('matches a state value up to the depth of the pattern', () => {
  const app = revived.get('app')?.snapshot;
  expect(app?.matches({ boot: 'booting' })).toBe(true);
  expect(app?.matches({ boot: 'ready' })).toBe(false);
  expect(app?.matches({ boot: { booting: 'deeper' } })).toBe(false);
  expect(app?.matches('boot')).toBe(true);
  expect(app?.matches('nowhere')).toBe(false);
});
