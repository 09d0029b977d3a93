/** Where the focus goes when the element that had it is gone: a panel's heading, or the page's. */
function focusLanding() {
  const landing =
    document.querySelector<HTMLElement>('main [data-landing]') ??
    document.querySelector<HTMLElement>('main h1');
  if (!landing) return;
  landing.tabIndex = -1;
  landing.focus();
}

/** To call while something that holds the focus leaves the page: nobody is left without a place. */
export function focusAfter(before: Element | null): void {
  // the rest of the page is changed in the same breath
  queueMicrotask(() => {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body && activeElement.isConnected) return;
    if (before instanceof HTMLElement && before !== body && before.isConnected) before.focus();
    if (document.activeElement === body) focusLanding();
  });
}
