import type { WatchWorld } from '../http/watch-record.ts';

const changes = [
  [globalThis, 'online'],
  [globalThis, 'offline'],
] as const;

/** Network, visibility and time of the page. */
export const browserWatchWorld: WatchWorld = {
  isOnline: () => navigator.onLine,
  isVisible: () => document.visibilityState === 'visible',
  onChange: (listener) => {
    for (const [target, name] of changes) target.addEventListener(name, listener);
    document.addEventListener('visibilitychange', listener);
    return () => {
      for (const [target, name] of changes) target.removeEventListener(name, listener);
      document.removeEventListener('visibilitychange', listener);
    };
  },
  now: () => performance.now(),
  after: (milliseconds, listener) => {
    const timer = setTimeout(listener, milliseconds);
    return () => clearTimeout(timer);
  },
};
