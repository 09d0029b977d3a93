/** Calls `frozen` when the page is about to be frozen, and when the page runs again. */
export function watchFreeze(frozen: (is: boolean) => void): () => void {
  const freeze = () => frozen(true);
  const resume = () => frozen(false);
  const leave = ({ persisted }: PageTransitionEvent) => persisted && freeze();
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && resume();
  document.addEventListener('freeze', freeze);
  document.addEventListener('resume', resume);
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  return () => {
    document.removeEventListener('freeze', freeze);
    document.removeEventListener('resume', resume);
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
  };
}

type Watcher = {
  /**
   * called when the page is hidden or closed; a phone gives no later signal before it ends a page
   */
  left: () => void;
  connection: (news: 'connection.lost' | 'connection.restored') => void;
};

/** Watches the page until the page ends. */
export function watchPage({ left, connection }: Watcher): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') left();
  });
  addEventListener('offline', () => connection('connection.lost'));
  addEventListener('online', () => connection('connection.restored'));
  if (!navigator.onLine) connection('connection.lost');
}
