import type {} from './early-intents.ts';

/**
 * Removes the picture of the photo that was chosen before the scripts had loaded. Called when the
 * page shows the photo itself, or none. Before the stored events are replayed, it does nothing.
 */
export function dropEarlyPhoto(): void {
  if (window.early) return;
  const { style } = document.body;
  const [, url = ''] = /^url\((.*)\)$/.exec(style.getPropertyValue('--early')) ?? [];
  URL.revokeObjectURL(url);
  style.removeProperty('--early');
}
