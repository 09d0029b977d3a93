import { createBrowserInspector } from '@statelyai/inspect';
import type { AnyActorRef, AnyEventObject } from 'xstate';
import type { Tap } from '../tap/tap.ts';
import { isTick } from '../tap/ticks.ts';
import { withoutSecrets } from '../wire/without-secrets.ts';

type BrowserOptions = NonNullable<Parameters<typeof createBrowserInspector>[0]>;
type StatelyEvent = Parameters<NonNullable<BrowserOptions['filter']>>[0];

const isSaid = (message: StatelyEvent): boolean =>
  message.type === '@xstate.actor' || !isTick(message.event.type);

const cleanEvent = ({ type, ...payload }: AnyEventObject): AnyEventObject => ({
  ...(withoutSecrets(payload) as object),
  type,
});

/** The parts of a snapshot that may be sent; children and chart are sent separately. */
const cleanSnapshot = (snapshot: object) => {
  const { status, value, context, output, error } = snapshot as Record<string, unknown>;
  return {
    status,
    value: withoutSecrets(value),
    context: withoutSecrets(context),
    output: withoutSecrets(output),
    error: withoutSecrets(error),
  };
};

/** The context with which actors of a chart start. */
function cleanDefinition(definition: string | undefined): string | undefined {
  if (definition === undefined) return undefined;
  const { context: _, ...chart } = JSON.parse(definition) as { context?: unknown };
  return JSON.stringify(chart);
}

/** Called twice per message: by the package's inspector and by its adapter. */
function serialize(message: StatelyEvent): StatelyEvent {
  if (message.type === '@xstate.event') return { ...message, event: cleanEvent(message.event) };
  const snapshot = cleanSnapshot(message.snapshot) as never;
  if (message.type === '@xstate.actor') {
    return { ...message, snapshot, definition: cleanDefinition(message.definition) };
  }
  return { ...message, event: cleanEvent(message.event), snapshot };
}

/**
 * Opens the Stately inspector and streams to it by `postMessage`, from this browser's window to
 * that one. Running actors are sent first: the viewer shows nothing of an actor whose start it
 * missed. Costs 79 to 310 µs an event, so it runs on demand only.
 */
export function streamToStately(
  root: AnyActorRef,
  tap: Pick<Tap, 'actors'>,
  options: Pick<BrowserOptions, 'window' | 'url'> = {},
): () => void {
  const inspector = createBrowserInspector({
    ...options,
    filter: isSaid,
    serialize,
    // queued until the viewer has loaded
    maxDeferredEvents: 2000,
  });
  const observer = inspector.inspect;
  for (const { ref } of tap.actors()) {
    if (ref) observer.next?.({ type: '@xstate.actor', actorRef: ref, rootId: root.sessionId });
  }
  const subscription = root.system.inspect(observer);
  return () => {
    subscription.unsubscribe();
    inspector.stop();
  };
}
