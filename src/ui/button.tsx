import './button.css';
import type { ComponentProps } from 'react';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

/** Returns the class names for a link or label that looks like a button. */
export const buttonClass = (look: ButtonLook = 'plain', extra = ''): string =>
  ['button', look === 'plain' ? '' : `button--${look}`, extra].filter(Boolean).join(' ');

export type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook;
  /** true if the button shows only an icon; `aria-label` is then required */
  iconOnly?: boolean;
  large?: boolean;
};

export const Button = ({ look = 'plain', iconOnly, large, className, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={buttonClass(
      look,
      [iconOnly ? 'button--icon' : '', large ? 'button--large' : '', className ?? '']
        .filter(Boolean)
        .join(' '),
    )}
  />
);
