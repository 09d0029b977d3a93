import type { ActorRefLike, AnyActorRef, AnyEventObject, InspectionEvent, Snapshot } from 'xstate';
import { ActorBook, isChartSnapshot, keepContext } from './actor-book.ts';
import { createRing, type Ring } from './ring.ts';
import type { TapActor, TapEntry } from './tap-entry.ts';
import { isSameTick, mergeTick } from './ticks.ts';
import { withoutBinaries } from './without-binaries.ts';

/** Changes since the previous batch. An entry that has grown since then is contained again. */
export type TapChanges = { entries: TapEntry[]; actors: TapActor[] };

export type TapFollower = { take(): TapChanges; stop(): void };

type Inspected<Type extends InspectionEvent['type']> = Extract<InspectionEvent, { type: Type }>;

type Options = {
  /** limit of stored events */
  capacity?: number;
  /** returns the milliseconds since the page was opened */
  now?: () => number;
};

/** Limit of pending events per actor. Beyond it, steps are no longer assigned to their events. */
const maxWaiting = 100;

/**
 * Records every actor of the page. While an event is processed, only references are stored. They
 * are converted to text later.
 */
export class Tap {
  readonly #ring: Ring<TapEntry>;
  readonly #book: ActorBook;
  readonly #now: () => number;
  readonly #followers = new Set<{ entries: Set<TapEntry>; actors: Set<TapActor> }>();
  #nextSeq = 1;

  constructor({ capacity = 10_000, now = () => performance.now() }: Options = {}) {
    this.#ring = createRing(capacity);
    this.#now = now;
    this.#book = new ActorBook(now);
  }

  /** The function to pass to `createActor` as the option `inspect`. */
  readonly inspect = (event: InspectionEvent): void => {
    if (event.type === '@xstate.event') this.#onEvent(event);
    else if (event.type === '@xstate.microstep') this.#onStep(event);
    else if (event.type === '@xstate.snapshot') this.#onSnapshot(event);
    else if (event.type === '@xstate.actor') this.#meet(event.actorRef);
  };

  /**
   * Records a system that was started without `inspect`. The events from before this call are
   * missing.
   */
  adopt(root: AnyActorRef): void {
    const take = (ref: AnyActorRef) => {
      const snapshot = ref.getSnapshot() as Snapshot<unknown>;
      this.#book.update(this.#meet(ref), snapshot);
      if (isChartSnapshot(snapshot)) Object.values<AnyActorRef>(snapshot.children).forEach(take);
    };
    take(root);
    root.system.inspect(this.inspect);
  }

  entries(): TapEntry[] {
    return this.#ring.toArray();
  }

  actors(): TapActor[] {
    return this.#book.all();
  }

  follow(): TapFollower {
    const changes = { entries: new Set<TapEntry>(), actors: new Set<TapActor>() };
    this.#followers.add(changes);
    return {
      take() {
        const entries = [...changes.entries].sort((a, b) => a.seq - b.seq);
        const actors = [...changes.actors];
        changes.entries.clear();
        changes.actors.clear();
        return { entries, actors };
      },
      stop: () => this.#followers.delete(changes),
    };
  }

  /** Returns the running actor. Throws if the actor has ended. */
  find(sessionId: string): AnyActorRef {
    const actor = this.#book.find(sessionId);
    if (!actor?.ref) throw new Error(`The actor ${actor?.id ?? sessionId} has ended.`);
    return actor.ref as AnyActorRef;
  }

  #meet(ref: ActorRefLike): TapActor {
    const known = this.#book.find(ref.sessionId);
    if (known) return known;
    const actor = this.#book.add(ref as AnyActorRef);
    for (const { actors } of this.#followers) actors.add(actor);
    return actor;
  }

  #onEvent({ actorRef, sourceRef, event }: Inspected<'@xstate.event'>): void {
    const actor = this.#meet(actorRef);
    const at = this.#now();
    const entry: TapEntry = {
      seq: this.#nextSeq,
      at,
      lastAt: at,
      count: 1,
      actor,
      source: sourceRef ? this.#meet(sourceRef) : null,
      event: withoutBinaries(event),
      steps: null,
      status: actor.status,
      result: undefined,
    };
    this.#nextSeq += 1;
    this.#ring.push(entry);
    if (actor.ref) this.#await(actor, event, entry);
    this.#touch(entry);
  }

  #await(actor: TapActor, event: AnyEventObject, entry: TapEntry): void {
    if (actor.waiting.length >= maxWaiting) actor.waiting.shift();
    actor.waiting.push({ event, entry });
  }

  #onStep({ actorRef, event, snapshot, _transitions }: Inspected<'@xstate.microstep'>): void {
    const actor = this.#meet(actorRef);
    const { waiting } = actor;
    const own = waiting.find((one) => one.event === event);
    // a raised event belongs to the event that is being processed
    const entry = own?.entry ?? waiting[0]?.entry;
    if (!entry || !isChartSnapshot(snapshot)) return;
    keepContext(actor, snapshot.context);
    entry.steps ??= [];
    entry.steps.push({
      transitions: _transitions,
      raised: own ? null : event.type,
      value: snapshot.value,
      context: actor.context,
    });
  }

  #onSnapshot({ actorRef, event, snapshot }: Inspected<'@xstate.snapshot'>): void {
    const actor = this.#meet(actorRef);
    this.#book.update(actor, snapshot);
    const index = actor.waiting.findIndex((one) => one.event === event);
    const own = actor.waiting[index];
    if (own) {
      actor.waiting.splice(0, index + 1);
      this.#finish(own.entry, snapshot);
    }
    if (snapshot.status !== 'active') this.#book.end(actor);
  }

  #finish(entry: TapEntry, snapshot: Snapshot<unknown>): void {
    const { actor } = entry;
    entry.status = snapshot.status;
    if (isChartSnapshot(snapshot)) {
      entry.steps ??= [
        { transitions: [], raised: null, value: actor.value, context: actor.context },
      ];
    }
    if (snapshot.status === 'done') entry.result = withoutBinaries(snapshot.output);
    if (snapshot.status === 'error') entry.result = snapshot.error;
    if (isSameTick(actor.lastEntry, entry) && this.#ring.last() === entry) {
      this.#drop(entry);
      mergeTick(actor.lastEntry, entry);
    } else actor.lastEntry = entry;
    this.#touch(actor.lastEntry ?? entry);
  }

  /** Removes the newest entry after it was merged into the previous entry. */
  #drop(entry: TapEntry): void {
    this.#ring.pop();
    this.#nextSeq -= 1;
    for (const { entries } of this.#followers) entries.delete(entry);
  }

  #touch(entry: TapEntry): void {
    for (const { entries, actors } of this.#followers) {
      entries.add(entry);
      actors.add(entry.actor);
    }
  }
}

export const createTap = (options?: Options): Tap => new Tap(options);
