/**
 * Moves the focus to the page's content. Called when the pressed button disappears, because the
 * focus would otherwise be lost.
 */
export const focusContent = () => {
  document.getElementById('content')?.focus({ preventScroll: true });
};
