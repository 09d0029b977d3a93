/** Focuses the heading of the current panel, or the heading of the page. */
function focusLanding() {
  const landing =
    document.querySelector<HTMLElement>('main [data-landing]') ??
    document.querySelector<HTMLElement>('main h1');
  if (!landing) return;
  landing.tabIndex = -1;
  landing.focus();
}

/** Moves the focus if it would be lost. Called while the focused element is being removed. */
export function focusAfter(before: Element | null): void {
  // waits until the rest of the page has changed, which happens in the same task
  queueMicrotask(() => {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body && activeElement.isConnected) return;
    if (before instanceof HTMLElement && before !== body && before.isConnected) before.focus();
    if (document.activeElement === body) focusLanding();
  });
}
