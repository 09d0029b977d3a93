/** A touch of this length is a hold, not a tap. Browsers then open the menu of a link. */
const holdMs = 500;

/**
 * Sets `data-held` on a card while a finger is held on its picture, so that the card shows the
 * original. A hold neither follows the link of the card nor opens the browser's menu. On iOS, a hold
 * on the text does not open the menu either, because the link covers the whole card.
 */
export function watchHolds(list: HTMLElement): void {
  let card: Element | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // stays true after the hold, because the click comes after it, and on some devices the menu
  let isHold = false;

  const show = () => {
    isHold = true;
    card?.setAttribute('data-held', '');
  };

  const end = () => {
    clearTimeout(timer);
    card?.removeAttribute('data-held');
    card = null;
  };

  const begin = ({ target, pointerType, clientY }: PointerEvent) => {
    end();
    isHold = false;
    if (pointerType !== 'touch' || !(target instanceof Element)) return;
    // while records are selected, a card has no link
    const touched = target.closest('a')?.closest('.record-card');
    const picture = touched?.querySelector('.record-picture:has(.record-before)');
    if (!picture || clientY > picture.getBoundingClientRect().bottom) return;
    card = touched;
    timer = setTimeout(show, holdMs);
  };

  const refuseMenu = (event: Event) => {
    // some devices ask for the menu before the timer ends
    if (card) show();
    if (isHold) event.preventDefault();
  };
  const refuseClick = (event: MouseEvent) => {
    // a click by keyboard has no detail
    if (isHold && event.detail > 0) event.preventDefault();
  };

  list.addEventListener('pointerdown', begin);
  list.addEventListener('pointerup', end);
  // the browser cancels the pointer when the finger scrolls
  list.addEventListener('pointercancel', end);
  list.addEventListener('contextmenu', refuseMenu);
  list.addEventListener('click', refuseClick);
}
