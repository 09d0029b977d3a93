import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  enqueueActions,
  type ProvidedActor,
} from 'xstate';
import { chart } from '../charts.ts';
import { failed } from '../port-actors.ts';
import type { AppContext, AppEvent, AppFact } from './app.types.ts';
import { type ChildId, childOf, childrenThatHear } from './children.derived.ts';

/* Actions by which the root sends facts to its child charts, and restarts a crashed child chart. */

type Enqueued = { to: string; event: { type: string } };

/**
 * Returns the target for `sendTo`. The type is erased, because the receivers of an event are read
 * from the charts at run time.
 */
const target = (to: string) => chart(to as 'app') as never as AnyActorRef;

/** Returns the facts that the root sent before this chart started. */
const knownFacts = ({ setup, user }: AppContext): AppFact[] => [
  ...(setup ? [{ type: 'setup.loaded' as const, setup }] : []),
  ...(user ? [{ type: 'user.changed' as const, user }] : []),
];

const messagesTo = (id: ChildId, facts: readonly AppFact[]): Enqueued[] =>
  facts
    .filter(({ type }) => childrenThatHear(type).includes(id))
    .map((event) => ({ to: id, event }));

/* These actions use no guards, actions or delays of the root. The type parameters for guards,
 * actions and delays are therefore `never`. */
const actions = <Params>(
  collect: Parameters<
    typeof enqueueActions<AppContext, AppEvent, Params & object, AppEvent, ProvidedActor>
  >[0],
) =>
  enqueueActions<
    AppContext,
    AppEvent,
    Params & object,
    AppEvent,
    never,
    never,
    never,
    never,
    never
  >(collect as never);

/** Returns the last snapshot of a crashed child. An actor that is not a chart has no snapshot. */
const lastOf = (root: AnyActorRef, id: ChildId): Partial<AnyMachineSnapshot> | undefined =>
  root.getSnapshot().children?.[id]?.getSnapshot();

export const childrenActions = {
  tell: actions<{ fact: AppFact }>(({ enqueue }, { fact }) => {
    for (const id of childrenThatHear(fact.type)) enqueue.sendTo(target(id), fact);
  }),
  /**
   * Stops the children of a crashed chart. XState stops the children of a chart that ends, but not
   * the children of a chart that throws.
   */
  stopOrphans: actions<{ id: ChildId }>(({ enqueue, self }, { id }) => {
    const orphans: Record<string, AnyActorRef> = lastOf(self, id)?.children ?? {};
    for (const orphan of Object.values(orphans)) {
      // a message to a stopped actor logs a warning
      if (orphan.getSnapshot().status === 'active') enqueue.sendTo(orphan, { type: 'xstate.stop' });
    }
  }),
  /** Restarts a crashed child, sends it the known facts, and repairs the state of other charts. */
  restart: actions<{ id: ChildId }>(({ context, enqueue, self, system }, { id }) => {
    const { input, afterCrash } = childOf(id);
    const last = lastOf(self, id);
    enqueue.spawnChild(id, { id, systemId: id, input: input?.(context) });
    const snapshotOf = (systemId: string) => system.get(systemId)?.getSnapshot();
    const messages = [
      ...messagesTo(id, knownFacts(context)),
      ...(afterCrash?.({ context, last, snapshotOf }) ?? []),
    ];
    for (const { to, event } of messages) enqueue.sendTo(target(to), event);
  }),
};

/** Closes the dialogs of a crashed chart, because that chart can no longer receive the answers. */
const withdrawal = (id: ChildId) =>
  childrenThatHear('dialog.answered').includes(id)
    ? ([{ type: 'withdrawDialogs', params: { requester: id } }] as const)
    : [];

/** True if the error page must be shown when this chart has crashed twice. */
const isMissed = (id: ChildId): boolean => {
  const { lifetime, essential } = childOf(id);
  return lifetime === 'page' || essential === true;
};

/**
 * Returns the root's reactions to a child that stops with an error. A child restarts once per page
 * load. After a second crash the child stays stopped. If the child is essential, the error page
 * replaces the screens that need the child.
 */
export const crashed = (id: ChildId) =>
  [
    {
      guard: { type: 'isFirstCrash', params: { id } },
      actions: [
        { type: 'noteCrash', params: { id } },
        { type: 'stopOrphans', params: { id } },
        ...withdrawal(id),
        { type: 'restart', params: { id } },
        { type: 'logCrash', params: failed },
      ],
    },
    {
      actions: [
        { type: 'noteCrash', params: { id } },
        { type: 'stopOrphans', params: { id } },
        ...withdrawal(id),
        { type: 'logCrash', params: failed },
        ...(isMissed(id) ? ([{ type: 'emitCrash', params: { id } }] as const) : []),
      ],
    },
  ] as const;
