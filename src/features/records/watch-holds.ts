const holdMs = 300;

/**
 * Sets `data-held` on a card while a finger is held on its picture, so that the card shows the
 * original. A hold neither follows the link of the card nor opens the browser's menu.
 */
export function watchHolds(list: HTMLElement): void {
  let card: Element | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // stays true after the hold, because the click or the menu may come after it
  let wasHeld = false;

  const end = () => {
    clearTimeout(timer);
    card?.removeAttribute('data-held');
  };

  const begin = ({ target, pointerType, clientY }: PointerEvent) => {
    end();
    wasHeld = false;
    if (pointerType !== 'touch' || !(target instanceof Element)) return;
    // while records are selected, a card has no link
    card = target.closest('a')?.closest('.record-card');
    // the link covers the whole card; a hold on the text opens the browser's menu of the link
    const picture = card?.querySelector('.record-picture:has(.record-before)');
    if (!picture || clientY > picture.getBoundingClientRect().bottom) return;
    timer = setTimeout(() => {
      wasHeld = true;
      card?.setAttribute('data-held', '');
    }, holdMs);
  };

  const refuse = (event: Event) => {
    if (wasHeld) event.preventDefault();
  };

  list.addEventListener('pointerdown', begin);
  list.addEventListener('pointerup', end);
  // the browser cancels the pointer when the finger scrolls
  list.addEventListener('pointercancel', end);
  list.addEventListener('contextmenu', refuse);
  list.addEventListener('click', refuse);
}
