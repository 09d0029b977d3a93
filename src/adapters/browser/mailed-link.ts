import Cookies from 'js-cookie';

const name = 'direct';
const key = 'lightwell.link';
/**
 * The storage key. The inline boot also looks for this key, and then starts a reloaded page
 * immediately.
 */
const mark = 'lightwell_link';
/** time in milliseconds for which the server accepts a link */
const lastsMs = 900_000;

/**
 * Returns the token of a mailed link (R27), and removes the token from the address. The token is in
 * the fragment, which browsers never send to a server. After the removal, history entries, copied
 * addresses and screenshots do not contain the token.
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

/** Returns the link in the address, or the link that opened this tab before a reload, or null. */
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
