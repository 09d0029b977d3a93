import type { KeptSession } from '../../../machines/model/user.ts';
import type { SessionElsewhere, SessionPort } from '../../../machines/ports/session.port.ts';
import { readSession } from './session-cookies.ts';

const name = 'lightwell-session';

type Tabs = {
  /** Tells the other tabs of this browser what the cookies hold now. */
  tell: (kept: KeptSession | null) => void;
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

type News = { kept: KeptSession | null };

const isNews = (data: unknown): data is News =>
  typeof data === 'object' && data !== null && 'kept' in data;

/**
 * Sign-in and sign-out in one tab reach the others at once. A tab that was frozen meanwhile reads the
 * cookies when it is seen again.
 */
export function createSessionTabs(): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  return {
    tell: (kept) => channel?.postMessage({ kept } satisfies News),
    watchSession: (_, emit) => {
      const look = () => {
        const news = read();
        if (news) emit(news);
      };
      const lookWhenSeen = () => {
        if (document.visibilityState === 'visible') look();
      };
      // the message may be here before another process of the browser shows the cookies
      const hear = ({ data }: MessageEvent<unknown>) =>
        isNews(data) ? emit({ type: 'session.elsewhere', kept: data.kept }) : look();
      channel?.addEventListener('message', hear);
      document.addEventListener('visibilitychange', lookWhenSeen);
      return () => {
        channel?.removeEventListener('message', hear);
        document.removeEventListener('visibilitychange', lookWhenSeen);
      };
    },
  };
}
