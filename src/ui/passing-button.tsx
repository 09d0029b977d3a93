import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { focusAfter } from './focus-after.ts';

type Props = ButtonProps & {
  /** gets the focus if the button is removed while focused; default: the page's heading */
  nextFocus?: RefObject<HTMLElement | null>;
};

/** A button that appears and disappears by itself without taking or losing the focus. */
export function PassingButton({ nextFocus, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element && document.activeElement === element) focusAfter(nextFocus?.current ?? null);
    };
  }, [nextFocus]);
  return <Button ref={button} {...rest} />;
}
