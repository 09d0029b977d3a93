import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusAfter } from '../../ui/focus-after.ts';

/**
 * Moves the focus if the element with the returned ref disappears while it contains the focus: to
 * the first button or link in the parent with this selector, or else to the heading of the page.
 */
export function useFocusAfter<Shown extends HTMLElement>(parent?: string): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  useLayoutEffect(() => {
    const element = shown.current;
    const place = parent ? element?.closest(parent) : null;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      queueMicrotask(() => place?.querySelector<HTMLElement>('button, a')?.focus());
      focusAfter(null);
    };
  }, [parent]);
  return shown;
}
