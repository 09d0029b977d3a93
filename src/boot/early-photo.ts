import type {} from './early-intents.ts';

/**
 * Removes the picture of the photo that was chosen before the scripts had loaded. Called when the
 * page shows the photo itself, or none. Before the stored events are replayed, it does nothing.
 */
export function dropEarlyPhoto(): void {
  if (window.early) return;
  const photo = window.studio?.style.getPropertyValue('--early');
  if (!photo) return;
  URL.revokeObjectURL(photo.slice('url('.length, -1));
  window.studio?.removeAttribute('style');
}
