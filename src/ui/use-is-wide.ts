import { useSyncExternalStore } from 'react';

/** From here on a page has two columns, as in the style sheets. */
const wide = '(width >= 56rem)';

const subscribe = (onChange: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** For what has its place in another column of a wide page; a style sheet moves nothing that far. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
