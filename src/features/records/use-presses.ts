import { type RefObject, useEffect, useRef } from 'react';

/**
 * Handles the presses on the page of the element with the returned ref. Escape calls `onEscape`
 * while the focus is in the element, and so not in a dialog or a menu. The second click of a double
 * click is ignored everywhere, because another control may have taken the place of the first.
 */
export function usePresses(onEscape: () => void): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = page.current;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onEscape();
    const onClick = (event: MouseEvent) => {
      if (event.detail <= 1) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element?.addEventListener('keydown', onKey);
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      element?.removeEventListener('keydown', onKey);
      document.removeEventListener('click', onClick, { capture: true });
    };
  });
  return page;
}
