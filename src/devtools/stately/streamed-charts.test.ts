// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import {
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  createMachine,
  type StateValue,
} from 'xstate';
import { eventually } from '../../../tools/testing/eventually.ts';
import { charts } from '../../../workshop/paths/charts.ts';
import { withStandIns } from '../../../workshop/paths/stand-in.ts';
import { nodesOf } from '../../../workshop/paths/transitions.ts';
import { Tap } from '../tap/tap.ts';
import { NewsWriter } from '../wire/news-writer.ts';
import { type Received, watchByStately } from './stately-viewer.fixture.ts';

type ActorMessage = Extract<Received, { type: '@xstate.actor' }>;

const isActor = (message: Received): message is ActorMessage => message.type === '@xstate.actor';

const idsOf = (machine: AnyStateMachine) => nodesOf(machine).map(({ id }) => id);

/**
 * Returns a path as a state value: `{outer: {inner: {}}}`. XState adds the other regions and the
 * initial child states.
 */
const nested = (path: readonly string[]): object => {
  const [key, ...rest] = path;
  return key === undefined ? {} : { [key]: nested(rest) };
};

/** Returns one actor for each leaf state, because a state value names only active states. */
function actorsInEachState(machine: AnyStateMachine): AnyActorRef[] {
  const chart = withStandIns(machine);
  const leaves = nodesOf(chart).filter(({ type }) => type === 'atomic');
  return leaves.map(({ path }) => {
    const snapshot = chart.resolveState({ value: nested(path) as never, context: {} });
    return createActor(chart, { snapshot, input: {} } as never).start();
  });
}

function tapOf(actors: readonly AnyActorRef[]): Tap {
  const tap = new Tap();
  for (const actor of actors) tap.adopt(actor);
  return tap;
}

async function streamed(actors: readonly AnyActorRef[]): Promise<ActorMessage[]> {
  const [root] = actors;
  if (!root) throw new Error('The chart has no states.');
  const { received, stop } = watchByStately(root, tapOf(actors));
  await eventually(() => expect(received.filter(isActor)).toHaveLength(actors.length));
  stop();
  return received.filter(isActor);
}

const stateValueOf = (actor: AnyActorRef): StateValue => actor.getSnapshot().value;

describe.each(Object.keys(charts))('the chart %s', (id) => {
  const { machine } = charts[id] as { machine: AnyStateMachine };
  const actors = actorsInEachState(machine);

  it('reaches the Stately viewer completely, in each of its states', async () => {
    const messages = await streamed(actors);
    for (const [index, { definition = '', snapshot }] of messages.entries()) {
      const received = createMachine(JSON.parse(definition));
      expect(idsOf(received)).toEqual(idsOf(machine));
      expect(definition).not.toMatch(/\[(Object|Array|Circular)\]/);
      const resolved = received.resolveState({ value: snapshot.value });
      expect(resolved.value).toEqual(stateValueOf(actors[index] as AnyActorRef));
    }
  });

  it('reaches the inspector of this repository with the names of all its states', () => {
    const { actors: written } = new NewsWriter().write(tapOf(actors).actors(), []);
    expect(written.map(({ value }) => value)).toEqual(actors.map(stateValueOf));
  });
});
