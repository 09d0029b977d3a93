import type { CallName } from '../../../contract/calls.ts';
import type { TabEvent, TabsPort } from '../../../machines/ports/tabs.port.ts';

const channelName = 'lightwell-changes';

/**
 * Calls that are not a GET, but change nothing on any screen. All other calls that are not a GET
 * are announced to the other tabs.
 */
const harmless: ReadonlySet<CallName> = new Set<CallName>([
  'accessOrder',
  'accessedOrder',
  'checkOrder',
  'contact',
  'logEvent',
  'lookAtLink',
  'preview',
  'previewChange',
  'previewWithdrawal',
  'reportEvent',
]);

type Tabs = TabsPort & {
  /** Emits `change.made`. Called when the server has accepted a call that is not a GET. */
  noteWrite: (name: CallName) => void;
};

/**
 * Creates the port by which the tabs of one browser notify each other about changes on the server.
 */
export function createBrowserTabs(): Tabs {
  const channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
  const listeners = new Set<(event: TabEvent) => void>();
  const tell = (event: TabEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    noteWrite: (name) => {
      if (!harmless.has(name)) tell({ type: 'change.made' });
    },
    announceChange: () => channel?.postMessage(null),
    watchTabs: (_, emit) => {
      const hear = () => emit({ type: 'change.heard' });
      const look = () =>
        emit({ type: document.visibilityState === 'visible' ? 'page.seen' : 'page.hidden' });
      const lookIfRestored = ({ persisted }: PageTransitionEvent) => persisted && look();
      listeners.add(emit);
      channel?.addEventListener('message', hear);
      document.addEventListener('visibilitychange', look);
      addEventListener('focus', look);
      addEventListener('pageshow', lookIfRestored);
      if (document.visibilityState === 'hidden') look();
      return () => {
        listeners.delete(emit);
        channel?.removeEventListener('message', hear);
        document.removeEventListener('visibilitychange', look);
        removeEventListener('focus', look);
        removeEventListener('pageshow', lookIfRestored);
      };
    },
  };
}
