import { useSyncExternalStore } from 'react';

/** A page of at least this width has two columns, as in the style sheets. */
const wide = '(width >= 56rem)';

const subscribe = (onChange: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/**
 * Returns true if the page is wide. Used for elements that move to another column, because style
 * sheets cannot move them.
 */
export const useIsWide = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
