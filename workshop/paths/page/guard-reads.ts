import type { AnyStateMachine } from 'xstate';
import type { Occasion } from './observed.ts';

type Guard = unknown;

type Check = (args: { context: unknown; event: unknown }, params: unknown) => unknown;

/** Called with each path that a guard reads, such as `held.photo` or `event.code`. */
type Note = (path: string) => void;

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
};

const isFrozenField = (target: object, key: string | symbol): boolean => {
  const field = Object.getOwnPropertyDescriptor(target, key);
  return field !== undefined && !field.configurable && !field.writable;
};

/** A proxy that reports every read of the value's parts. */
const watched = (value: unknown, path: string, note: Note): unknown => {
  if (!isPlain(value)) return value;
  const pathOf = (key: string): string => (path === '' ? key : `${path}.${key}`);
  return new Proxy(value, {
    get: (target, key) => {
      const part: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol' || typeof part === 'function') return part;
      note(pathOf(key));
      return isFrozenField(target, key) ? part : watched(part, pathOf(key), note);
    },
    has: (target, key) => {
      if (typeof key === 'string') note(pathOf(key));
      return Reflect.has(target, key);
    },
  });
};

const innerOf = (guard: object): readonly Guard[] | undefined => {
  const inner: unknown = Reflect.get(guard, 'guards');
  return Array.isArray(inner) ? inner : undefined;
};

const ask = (
  guard: Guard,
  machine: AnyStateMachine,
  args: { context: unknown; event: unknown },
  note: Note,
): void => {
  if (typeof guard === 'function') {
    const inner = innerOf(guard);
    if (inner) for (const one of inner) ask(one, machine, args, note);
    else if ('check' in guard) note('states');
    else (guard as Check)(args, undefined);
    return;
  }
  const named = typeof guard === 'string' ? { type: guard } : guard;
  const { type, params } = named as { type: string; params?: unknown };
  const body: unknown = machine.implementations.guards[type];
  const given = typeof params === 'function' ? params(args) : params;
  if (typeof body === 'function' && !('check' in body)) (body as Check)(args, given);
  else ask(body, machine, args, note);
};

/** All paths in context and event that a guard reads on an occasion. */
export const readsOf = (
  guard: Guard,
  machine: AnyStateMachine,
  { context, event }: Pick<Occasion, 'context' | 'event'>,
): ReadonlySet<string> => {
  const paths = new Set<string>();
  const note: Note = (path) => paths.add(path);
  const args = { context: watched(context, '', note), event: watched(event, 'event', note) };
  ask(guard, machine, args, note);
  paths.delete('event.type');
  return paths;
};
