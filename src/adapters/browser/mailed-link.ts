import Cookies from 'js-cookie';

const name = 'direct';
const key = 'lightwell.link';
/** Storage key, also read by the inline boot, which then starts a reloaded page immediately. */
const mark = 'lightwell_link';
/** lifetime of a link on the server */
const lastsMs = 900_000;

/**
 * Returns the token of a mailed link (R27). The token is in the fragment, which browsers never send
 * to a server. The token is removed from the address, so that history entries, copied addresses and
 * screenshots do not contain it.
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
    // without storage, a reload loses the link, but the mail still contains it
  }
}

/** The link in the address, or the link that opened this tab before a reload. */
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
