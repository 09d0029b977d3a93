import { createBrowserInspector } from '@statelyai/inspect';
import {
  type ActorRefLike,
  type AnyActorRef,
  type AnyEventObject,
  type InspectionEvent,
  StateMachine,
} from 'xstate';
import type { Tap } from '../tap/tap.ts';
import { isTick } from '../tap/ticks.ts';
import { withoutSecrets } from '../wire/without-secrets.ts';
import { definitionText } from './definition-text.ts';

type BrowserOptions = NonNullable<Parameters<typeof createBrowserInspector>[0]>;
type StatelyEvent = Parameters<NonNullable<BrowserOptions['filter']>>[0];

const isSaid = (message: StatelyEvent): boolean =>
  message.type === '@xstate.actor' || !isTick(message.event.type);

const cleanEvent = ({ type, ...payload }: AnyEventObject): AnyEventObject => ({
  ...(withoutSecrets(payload) as object),
  type,
});

/**
 * Returns the parts of a snapshot that may be sent. Child actors and the chart are sent in other
 * messages. The state value contains only names of states, so it contains no secrets.
 */
const cleanSnapshot = (snapshot: object) => {
  const { status, value, context, output, error } = snapshot as Record<string, unknown>;
  return {
    status,
    value,
    context: withoutSecrets(context),
    output: withoutSecrets(output),
    error: withoutSecrets(error),
  };
};

/** Stores the actor's chart while the actor is running. Calls and streams have no chart. */
function noteDefinition(definitions: Map<string, string>, ref: ActorRefLike): void {
  const logic = 'logic' in ref ? ref.logic : null;
  if (logic instanceof StateMachine) definitions.set(ref.sessionId, definitionText(logic));
}

/**
 * Returns the function that converts a message to text. It is called twice per message, by the
 * package's inspector and by the package's adapter.
 */
const serializeWith =
  (definitions: ReadonlyMap<string, string>) =>
  (message: StatelyEvent): StatelyEvent => {
    if (message.type === '@xstate.event') return { ...message, event: cleanEvent(message.event) };
    const snapshot = cleanSnapshot(message.snapshot) as never;
    if (message.type === '@xstate.snapshot') {
      return { ...message, event: cleanEvent(message.event), snapshot };
    }
    const definition = definitions.get(message.sessionId) ?? JSON.stringify({ id: message.name });
    return { ...message, snapshot, definition };
  };

/**
 * Opens the Stately inspector and streams events to the window of the inspector by `postMessage`.
 * Actors that are already running are sent first, because the viewer ignores an actor whose start
 * it missed. Each event costs 79 to 310 µs, so streaming starts only on demand.
 */
export function streamToStately(
  root: AnyActorRef,
  tap: Pick<Tap, 'actors'>,
  options: Pick<BrowserOptions, 'window' | 'url'> = {},
): () => void {
  const definitions = new Map<string, string>();
  const inspector = createBrowserInspector({
    ...options,
    filter: isSaid,
    serialize: serializeWith(definitions),
    // limit of messages that are queued until the viewer has loaded
    maxDeferredEvents: 2000,
  });
  const next = (event: InspectionEvent) => {
    if (event.type === '@xstate.actor') noteDefinition(definitions, event.actorRef);
    inspector.inspect.next?.(event);
  };
  for (const { ref } of tap.actors()) {
    if (ref) next({ type: '@xstate.actor', actorRef: ref, rootId: root.sessionId });
  }
  const subscription = root.system.inspect({ next });
  return () => {
    subscription.unsubscribe();
    inspector.stop();
  };
}
