import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { focusAfter } from './focus-after.ts';

type Props = ButtonProps & {
  /**
   * element that gets the focus if the button disappears while it has the focus; by default, the
   * page's heading
   */
  nextFocus?: RefObject<HTMLElement | null>;
};

/** Shows a button that may disappear without a press. The focus is then moved and not lost. */
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
