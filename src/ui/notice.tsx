import type { ReactNode, Ref } from 'react';
import { Icon, type IconName } from './icons.tsx';

type Props = {
  tone?: 'info' | 'good' | 'warn' | 'bad';
  icon?: IconName;
  title?: string;
  children?: ReactNode;
  /** buttons and links that lead to next steps */
  actions?: ReactNode;
  /** true if the notice appears without a press; screen readers then announce it */
  live?: boolean;
  /** reference by which the page can move the focus to the notice */
  ref?: Ref<HTMLDivElement>;
};

/** Shows information within a page, with buttons for next steps. */
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
