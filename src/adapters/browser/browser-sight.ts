import type { Sight } from '../storage/watch-kept-photos.ts';

export const browserSight: Sight = {
  isVisible: () => document.visibilityState === 'visible',
  onChange: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
