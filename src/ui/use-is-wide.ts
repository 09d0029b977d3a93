import { useSyncExternalStore } from 'react';

/** From this width on, a page has two columns, as in the style sheets. */
const wide = '(width >= 56rem)';

const subscribe = (onChange: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** True on a wide page, for elements that move to another column; style sheets cannot do that. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
