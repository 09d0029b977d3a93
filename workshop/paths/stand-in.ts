import type { AnyActorLogic, AnyStateMachine, Snapshot } from 'xstate';
import { rebuild } from './rebuild.ts';

type Ended = { type: 'standIn.done'; output: unknown } | { type: 'standIn.error'; error: unknown };

const active = { status: 'active', output: undefined, error: undefined, context: {} } as const;

const isEnd = (event: { type: string }): event is Ended => event.type.startsWith('standIn.');

/** Replaces an actor of any kind. It does nothing until a walk ends it. */
export const standIn: AnyActorLogic = {
  getInitialSnapshot: () => active,
  getPersistedSnapshot: (snapshot: Snapshot<unknown>) => snapshot,
  transition: (snapshot: Snapshot<unknown>, event: { type: string }) => {
    if (!isEnd(event)) return snapshot;
    return event.type === 'standIn.done'
      ? { status: 'done', output: event.output, error: undefined }
      : { status: 'error', output: undefined, error: event.error };
  },
};

/** The chart with stand-ins for all actors that it starts. */
export const withStandIns = (machine: AnyStateMachine): AnyStateMachine =>
  rebuild(machine).provide({
    actors: Object.fromEntries(
      Object.keys(machine.implementations.actors).map((name) => [name, standIn]),
    ),
  });
