import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusAfter } from '../../ui/focus-after.ts';

/** Moves the focus if the element with the returned ref disappears while it contains the focus. */
export function useFocusAfter<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  useLayoutEffect(() => {
    const element = shown.current;
    return () => {
      if (element?.contains(document.activeElement)) focusAfter(null);
    };
  }, []);
  return shown;
}
