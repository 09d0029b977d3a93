import type { AnyMachineSnapshot, AnyStateNode, ExecutableActionObject } from 'xstate';
import { faultOf } from '../fault.ts';
import { messageOf, startedBetween } from '../moment.ts';
import type { Step } from '../step.ts';
import type { Move, World } from '../world.ts';
import { changesText, type Names, namesIn, valueText } from './value-text.ts';

/** One step of a chart in words. */
export type Happening = {
  /** the states that are left; where none is, those that take the step */
  from: string;
  on: string;
  /** `→ states | context | messages | stopped | asked | waits` */
  does: string;
};

const isLeaf = ({ type }: AnyStateNode): boolean => type === 'atomic' || type === 'final';

const nameOfState = (path: readonly string[]): string => path.join('.') || '(chart)';

const leavesOf = ({ snapshot }: World): string[] =>
  snapshot._nodes.filter(isLeaf).map((node) => nameOfState(node.path));

const spell = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

const withoutType = ({ type: _, ...rest }: { type: string }): object => rest;

const eventText = (event: { type: string }, names: Names): string => {
  const rest = withoutType(event);
  return Object.keys(rest).length === 0 ? event.type : `${event.type} ${valueText(rest, names)}`;
};

/** A message, an event that is emitted, or an action that is not xstate's. */
const toldBy = (action: ExecutableActionObject, names: Names): string[] => {
  const message = messageOf(action);
  if (message) return [`tells ${message.to}: ${eventText(message.event, names)}`];
  if (action.type === 'xstate.emit') {
    const { event } = action.params as unknown as { event: { type: string } };
    return [`emits ${eventText(event, names)}`];
  }
  if (action.type.startsWith('xstate.')) return [];
  return [`does ${action.type} ${valueText(action.params, names)}`];
};

const asked = (before: World | null, now: World, names: Names): string[] =>
  startedBetween(before?.snapshot.children ?? {}, now.snapshot.children).map(
    ({ id, src, input }) => {
      const name = typeof src === 'string' && src !== id ? `${src} as ${id}` : id;
      return input === undefined ? `asks ${name}` : `asks ${name} ${valueText(input, names)}`;
    },
  );

/** A child that ended by itself was not stopped. */
const stopped = (before: World | null, step: Step | null, now: World): string[] => {
  const ended = step?.kind === 'done' || step?.kind === 'error' ? step.actor : undefined;
  return startedBetween(now.snapshot.children, before?.snapshot.children ?? {})
    .filter(({ id }) => id !== ended && !before?.ended.has(id))
    .map(({ id }) => `stops ${id}`);
};

const waits = (before: World | null, now: World): string[] =>
  now.timers
    .filter((timer) => !before?.timers.includes(timer))
    .map(({ delay }) => `waits ${spell(delay)}`);

const ends = ({ status, output, error }: AnyMachineSnapshot, names: Names): string[] => {
  if (status === 'active') return [];
  return [status === 'done' ? `ends with ${valueText(output, names)}` : `stops: ${faultOf(error)}`];
};

const payloadOf = (step: Step): Record<string, unknown> => {
  switch (step.kind) {
    case 'event':
    case 'sent':
      return { event: withoutType(step.event) };
    case 'done':
      return { output: step.output };
    case 'error':
      return { error: step.error };
    case 'time':
      return {};
  }
};

const contextOf = ({ snapshot }: World): Record<string, unknown> => snapshot.context;

const factsOf = (
  before: World | null,
  step: Step | null,
  { world, actions }: Move,
  payload: Record<string, unknown>,
): string[] => {
  const was = before ? contextOf(before) : {};
  const now = namesIn(payload, contextOf(world));
  return [
    ...changesText(was, contextOf(world), namesIn(payload, was)),
    ...actions.flatMap((action) => toldBy(action, now)),
    ...stopped(before, step, world).sort(),
    ...asked(before, world, now).sort(),
    ...waits(before, world).sort(),
    ...ends(world.snapshot, now),
  ];
};

/** A wait for the next timer is named by how long that one waits, whenever it began. */
const nameOfStep = (step: Step, before: World): string => {
  if (step.kind !== 'time' || !step.next) return step.says;
  const due = before.timers.filter((timer) => timer.due === before.now + step.ms);
  return `after ${[...new Set(due.map(({ delay }) => spell(delay)))].sort().join(' and ')}`;
};

/** The states whose transitions an event has triggered, without the chart: the innermost of them. */
const sourcesOf = ({ taken, refused }: Move): string[] => {
  const triggered = taken.filter((id) => !id.includes(' | always | '));
  const sources = [...triggered, ...refused].map((id) => {
    const [, ...path] = (id.split(' | ')[0] ?? '').split('.');
    return nameOfState(path);
  });
  return sources.filter((one) => !sources.some((other) => other.startsWith(`${one}.`)));
};

/** The outermost parallel state that is left together with this one. */
const wholeOf = (
  leaf: AnyStateNode,
  isLeft: (node: AnyStateNode) => boolean,
): string | undefined => {
  let whole: AnyStateNode | undefined;
  for (let at = leaf.parent; at && isLeft(at); at = at.parent)
    if (at.type === 'parallel') whole = at;
  return whole && nameOfState(whole.path);
};

/*
 * Where all regions are left together, where each of them was does not matter: only the one that
 * caused it is named, or the whole.
 */
const leftIn = (before: World, move: Move): string[] => {
  const after = new Set(move.world.snapshot._nodes.map((node) => node.id));
  const isLeft = (node: AnyStateNode): boolean => !after.has(node.id);
  return before.snapshot._nodes
    .filter(isLeaf)
    .filter(isLeft)
    .flatMap((leaf) => {
      const whole = wholeOf(leaf, isLeft);
      if (whole === undefined) return [nameOfState(leaf.path)];
      const causes = sourcesOf(move).filter((source) => source.startsWith(`${whole}.`));
      return causes.length > 0 ? causes : [whole];
    });
};

const listed = (states: readonly string[]): string => [...new Set(states)].sort().join(' + ');

export const startOf = (says: string, input: unknown, move: Move): Happening => ({
  from: '',
  on: says === '' ? 'start' : `start with ${says}`,
  does: [`→ ${listed(leavesOf(move.world))}`, ...factsOf(null, null, move, { input })].join(' | '),
});

export const happeningOf = (before: World, step: Step, move: Move): Happening => {
  const [was, is] = [leavesOf(before), leavesOf(move.world)];
  const left = leftIn(before, move);
  const entered = is.filter((leaf) => !was.includes(leaf));
  const facts = factsOf(before, step, move, payloadOf(step));
  const stays = facts.length > 0 || move.taken.length > 0 ? '→ stays' : '→ nothing';
  return {
    from: listed(left.length > 0 ? left : sourcesOf(move)),
    on: nameOfStep(step, before),
    does: [entered.length > 0 ? `→ ${listed(entered)}` : stays, ...facts].join(' | '),
  };
};
