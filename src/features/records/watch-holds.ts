const showMs = 300;
/** A touch of this length is a hold, not a tap. Browsers then open the menu of a link. */
const longestTapMs = 500;

/**
 * Sets `data-held` on a card while a finger is held on its picture, so that the card shows the
 * original. A hold neither follows the link of the card nor opens the browser's menu. On iOS, a hold
 * on the text does not open the menu either, because the link covers the whole card.
 */
export function watchHolds(list: HTMLElement): void {
  let card: Element | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // these stay true after the hold, because the click or the menu may come after it
  let wasShown = false;
  let wasHeld = false;

  const end = () => {
    clearTimeout(timer);
    card?.removeAttribute('data-held');
  };

  const begin = ({ target, pointerType, clientY }: PointerEvent) => {
    end();
    wasShown = false;
    wasHeld = false;
    if (pointerType !== 'touch' || !(target instanceof Element)) return;
    // while records are selected, a card has no link
    card = target.closest('a')?.closest('.record-card');
    const picture = card?.querySelector('.record-picture:has(.record-before)');
    if (!picture || clientY > picture.getBoundingClientRect().bottom) return;
    timer = setTimeout(() => {
      wasShown = true;
      card?.setAttribute('data-held', '');
      timer = setTimeout(() => {
        wasHeld = true;
      }, longestTapMs - showMs);
    }, showMs);
  };

  const refuseMenu = (event: Event) => {
    if (wasShown) event.preventDefault();
  };
  const refuseClick = (event: Event) => {
    if (wasHeld) event.preventDefault();
  };

  list.addEventListener('pointerdown', begin);
  list.addEventListener('pointerup', end);
  // the browser cancels the pointer when the finger scrolls
  list.addEventListener('pointercancel', end);
  list.addEventListener('contextmenu', refuseMenu);
  list.addEventListener('click', refuseClick);
}
