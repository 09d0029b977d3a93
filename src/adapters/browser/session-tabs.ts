import type { SessionElsewhere, SessionPort } from '../../../machines/ports/session.port.ts';
import { readSession } from './session-cookies.ts';

const name = 'lightwell-session';

type News = Pick<SessionElsewhere, 'kept' | 'ended'>;

type Tabs = {
  /** Sends the new content of the cookies to the other tabs, or the token that has ended. */
  tell: (news: News) => void;
  watchSession: SessionPort['watchSession'];
};

function read(): SessionElsewhere | null {
  try {
    return { type: 'session.elsewhere', kept: readSession(), ended: null };
  } catch {
    // if cookies are refused, each page has only its own session
    return null;
  }
}

const isNews = (data: unknown): data is News =>
  typeof data === 'object' && data !== null && 'kept' in data && 'ended' in data;

/**
 * Creates the port by which sign-in and sign-out reach the other tabs immediately. A tab that was
 * frozen compares the cookies when the tab becomes visible.
 */
export function createSessionTabs(): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  return {
    tell: (news) => channel?.postMessage(news),
    watchSession: (_, emit) => {
      const look = () => {
        const news = read();
        if (news) emit(news);
      };
      const lookWhenSeen = () => {
        if (document.visibilityState === 'visible') look();
      };
      // uses the session in the message, because this tab may not see the new cookies yet
      const hear = ({ data }: MessageEvent<unknown>) =>
        isNews(data)
          ? emit({ type: 'session.elsewhere', kept: data.kept, ended: data.ended })
          : look();
      channel?.addEventListener('message', hear);
      document.addEventListener('visibilitychange', lookWhenSeen);
      return () => {
        channel?.removeEventListener('message', hear);
        document.removeEventListener('visibilitychange', lookWhenSeen);
      };
    },
  };
}
