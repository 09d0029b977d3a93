import { useSyncExternalStore } from 'react';

/** From this width on a page has two columns, as in the style sheets. */
const wide = '(width >= 56rem)';

const subscribe = (onChange: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** For elements that move to another column on a wide page, which a style sheet cannot do. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
