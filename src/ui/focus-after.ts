/** Focuses a panel's heading, or the page's heading. */
function focusLanding() {
  const landing =
    document.querySelector<HTMLElement>('main [data-landing]') ??
    document.querySelector<HTMLElement>('main h1');
  if (!landing) return;
  landing.tabIndex = -1;
  landing.focus();
}

/** Called while a focused element is being removed, so that the focus is not lost. */
export function focusAfter(before: Element | null): void {
  // the rest of the page changes in the same task
  queueMicrotask(() => {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body && activeElement.isConnected) return;
    if (before instanceof HTMLElement && before !== body && before.isConnected) before.focus();
    if (document.activeElement === body) focusLanding();
  });
}
