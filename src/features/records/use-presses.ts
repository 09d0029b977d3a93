import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Handles the presses in the element with the returned ref. Escape calls `onEscape` while the focus
 * is in the element, and so not in a dialog or a menu. The second click of a double click is
 * ignored, because another control may have taken the place of the first.
 */
export function usePresses(onEscape: () => void): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null);
  const pressEscape = useEffectEvent(onEscape);
  useEffect(() => {
    const element = page.current;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && pressEscape();
    const onClick = (event: MouseEvent) => {
      if (event.detail <= 1) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element?.addEventListener('keydown', onKey);
    element?.addEventListener('click', onClick, { capture: true });
    return () => {
      element?.removeEventListener('keydown', onKey);
      element?.removeEventListener('click', onClick, { capture: true });
    };
  }, []);
  return page;
}
