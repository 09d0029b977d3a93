import type { AnyActorRef, AnyMachineSnapshot, Snapshot } from 'xstate';
import type { TapActor } from './tap-entry.ts';
import { nextWithoutBinaries } from './without-binaries.ts';

export const isChartSnapshot = (snapshot: Snapshot<unknown>): snapshot is AnyMachineSnapshot =>
  'machine' in snapshot;

/**
 * Returns the systemId of an actor. Every actor has a systemId, but the type of an actor reference
 * lacks this property.
 */
const systemIdOf = (ref: object | null): string | null =>
  ref && 'systemId' in ref && typeof ref.systemId === 'string' ? ref.systemId : null;

export function keepContext(actor: TapActor, context: unknown): void {
  actor.context = nextWithoutBinaries(context, actor.rawContext, actor.context);
  actor.rawContext = context;
}

/** Limit of ended actors in the list, because a page makes thousands of short calls. */
const maxEnded = 500;

/** The actors that are running, and those that ended recently. */
export class ActorBook {
  readonly #actors = new Map<string, TapActor>();
  readonly #ended: string[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  find(sessionId: string): TapActor | undefined {
    return this.#actors.get(sessionId);
  }

  all(): TapActor[] {
    return [...this.#actors.values()];
  }

  add(ref: AnyActorRef): TapActor {
    const parent = ref._parent;
    const actor: TapActor = {
      sessionId: ref.sessionId,
      ref,
      id: ref.id,
      systemId: null,
      parent: parent ? (this.find(parent.sessionId) ?? this.add(parent)) : null,
      logic: 'logic' in ref ? ref.logic : null,
      src: typeof ref.src === 'string' ? ref.src : null,
      bornAt: this.#now(),
      status: 'active',
      value: null,
      context: null,
      rawContext: null,
      waiting: [],
      lastEntry: null,
    };
    this.#actors.set(actor.sessionId, actor);
    return actor;
  }

  update(actor: TapActor, snapshot: Snapshot<unknown>): void {
    actor.systemId ??= systemIdOf(actor.ref);
    actor.status = snapshot.status;
    if (!isChartSnapshot(snapshot)) return;
    actor.value = snapshot.value;
    keepContext(actor, snapshot.context);
  }

  /**
   * Stores that an actor has ended. The data of the actor stays, but references to it are released.
   */
  end(actor: TapActor): void {
    if (!actor.ref) return;
    actor.ref = null;
    actor.rawContext = null;
    actor.waiting = [];
    this.#ended.push(actor.sessionId);
    const oldest = this.#ended.length > maxEnded ? this.#ended.shift() : undefined;
    if (oldest !== undefined) this.#actors.delete(oldest);
  }
}
