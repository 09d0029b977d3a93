import type { KeptPhotosPort } from '../../../machines/ports/kept-photos.port.ts';

/** The words are the browser's own; Chromium asks only on a page that was touched. */
export const guardLeaving: KeptPhotosPort['guardLeaving'] = () => {
  const ask = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    // Safari asks only where this is set
    event.returnValue = true;
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
};
