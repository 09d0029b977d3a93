import type { SessionElsewhere, SessionPort } from '../../../machines/ports/session.port.ts';
import { readSession } from './session-cookies.ts';

const name = 'lightwell-session';

type Tabs = {
  /** Tells the other tabs of this browser that the cookies are others now. */
  tell: () => void;
  watchSession: SessionPort['watchSession'];
};

function read(): SessionElsewhere | null {
  try {
    return { type: 'session.elsewhere', kept: readSession() };
  } catch {
    // Where cookies are refused each page knows its own visitor only.
    return null;
  }
}

/**
 * Sign-in and sign-out in one tab reach the others at once. A tab that was frozen meanwhile reads the
 * cookies when it is seen again.
 */
export function createSessionTabs(): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  return {
    tell: () => channel?.postMessage(null),
    watchSession: (_, emit) => {
      const look = () => {
        const news = read();
        if (news) emit(news);
      };
      const lookWhenSeen = () => {
        if (document.visibilityState === 'visible') look();
      };
      channel?.addEventListener('message', look);
      document.addEventListener('visibilitychange', lookWhenSeen);
      return () => {
        channel?.removeEventListener('message', look);
        document.removeEventListener('visibilitychange', lookWhenSeen);
      };
    },
  };
}
