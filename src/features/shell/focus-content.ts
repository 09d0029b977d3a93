/**
 * Moves the focus to the content. Call it when a pressed button disappears, because the focus would
 * be lost with it.
 */
export const focusContent = () => {
  document.getElementById('content')?.focus({ preventScroll: true });
};
