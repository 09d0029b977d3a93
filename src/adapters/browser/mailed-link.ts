import Cookies from 'js-cookie';

const name = 'direct';
const key = 'lightwell.link';
/** The inline boot reads it: a reloaded page then starts at once. */
const mark = 'lightwell_link';
/** lifetime of a link at the server */
const lastsMs = 900_000;

/**
 * The token of a mailed link (R27). It is in the fragment, which is never sent to a server or log,
 * and it is removed from the address to keep it out of the history, copied addresses and
 * screenshots.
 */
function takeFromAddress(): string | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const link = fragment.get(name);
  if (link === null) return null;
  fragment.delete(name);
  const rest = fragment.toString();
  history.replaceState(
    history.state,
    '',
    location.pathname + location.search + (rest && `#${rest}`),
  );
  return link;
}

function keep(link: string, now: number) {
  try {
    sessionStorage.setItem(key, link);
    Cookies.set(mark, '1', { path: '/', sameSite: 'lax', expires: new Date(now + lastsMs) });
  } catch {
    // If storage is refused, a reload loses the link; the mail still has it.
  }
}

/** The link in the address, or the one with which this tab was opened before a reload. */
export function takeMailedLink(now: number): string | null {
  const link = takeFromAddress();
  if (link === null) return sessionStorage.getItem(key);
  keep(link, now);
  return link;
}

export function forgetMailedLink() {
  sessionStorage.removeItem(key);
  Cookies.remove(mark, { path: '/' });
}
