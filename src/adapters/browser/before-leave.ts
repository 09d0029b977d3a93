import type { KeptPhotosPort } from '../../../machines/ports/kept-photos.port.ts';

/**
 * Makes the browser ask for confirmation before the page is closed. The browser supplies the text.
 * Chromium asks only if the visitor has used the page.
 */
export const guardLeaving: KeptPhotosPort['guardLeaving'] = () => {
  const ask = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    // Safari asks only if this value is set
    event.returnValue = true;
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
};
