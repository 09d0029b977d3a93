import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { buttonClass } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';

type Props = {
  icon: IconName;
  /** name that is shown beside the icon if there is enough space */
  name: string;
  /** full name of the menu for screen readers */
  label: string;
  attributes?: Record<string, string | undefined>;
  /** renders the content; `close` closes the menu and returns the focus to the menu's button */
  children: (close: () => void) => ReactNode;
};

/** Shows a menu that also works without JavaScript. Escape or a tap outside the menu closes it. */
export function Menu({ icon, name, label, attributes, children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) {
        menu.current?.removeAttribute('open');
      }
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, []);
  const close = () => {
    menu.current?.removeAttribute('open');
    menu.current?.querySelector('summary')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && menu.current?.open) close();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: hears Escape from the links in it
    <details className="menu" ref={menu} onKeyDown={onKeyDown} {...attributes}>
      <summary className={buttonClass('quiet')} aria-label={label}>
        <Icon name={icon} />
        <span className="menu-name">{name}</span>
        <Icon name="chevron" size={16} />
      </summary>
      {children(close)}
    </details>
  );
}
