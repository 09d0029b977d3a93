import type { KeptPhotosPort } from '../../../machines/ports/kept-photos.port.ts';

/** The browser supplies the text; Chromium asks only if the page was touched. */
export const guardLeaving: KeptPhotosPort['guardLeaving'] = () => {
  const ask = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    // Safari asks only if this is set
    event.returnValue = true;
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
};
