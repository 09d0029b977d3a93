import type { ReactNode, Ref } from 'react';
import { Icon, type IconName } from './icons.tsx';

type Props = {
  tone?: 'info' | 'good' | 'warn' | 'bad';
  icon?: IconName;
  title?: string;
  children?: ReactNode;
  /** buttons and links for next steps */
  actions?: ReactNode;
  /** true if the notice appears by itself, so that screen readers announce it */
  live?: boolean;
  /** for moving the focus to the notice */
  ref?: Ref<HTMLDivElement>;
};

/** Information within a page, with a next step. */
export const Notice = ({ tone = 'info', icon, title, children, actions, live, ref }: Props) => (
  <div
    ref={ref}
    className="notice"
    data-tone={tone}
    role={live ? 'status' : undefined}
    tabIndex={ref ? -1 : undefined}
  >
    <Icon name={icon ?? (tone === 'info' || tone === 'good' ? 'info' : 'warning')} />
    <div className="notice-body">
      {title && <strong>{title}</strong>}
      {children}
      {actions && <div className="notice-actions">{actions}</div>}
    </div>
  </div>
);
