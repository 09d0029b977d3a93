const name = 'direct';

/**
 * The token of a mailed link (R27). It is in the fragment, which no server and no log sees, and it is
 * taken out of the address, so that it is in no history, copied address or screenshot.
 */
export function takeMailedLink(): string | null {
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
