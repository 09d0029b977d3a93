import Cookies from 'js-cookie';

const name = 'direct';
const key = 'lightwell.link';
/** Read by the inline boot: a page that is loaded again starts at once. */
const mark = 'lightwell_link';
/** as long as the server takes it */
const lastsMs = 900_000;

/**
 * The token of a mailed link (R27). It is in the fragment, which no server and no log sees, and it is
 * taken out of the address, so that it is in no history, copied address or screenshot.
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
    // Where storage is refused, a reload loses the link; the mail still has it.
  }
}

/** That of the address, or the one with which this tab was opened before a reload. */
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
