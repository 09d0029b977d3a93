import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { focusAfter } from './focus-after.ts';

type Props = ButtonProps & {
  /** gets the focus when the button goes while it has it; without it, the page's landing place */
  heir?: RefObject<HTMLElement | null>;
};

/** A button that comes and goes by itself: it takes the focus from nobody, and loses nobody's. */
export function PassingButton({ heir, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element && document.activeElement === element) focusAfter(heir?.current ?? null);
    };
  }, [heir]);
  return <Button ref={button} {...rest} />;
}
