import './notice.css';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

type Props = {
  tone?: 'info' | 'good' | 'warn' | 'bad';
  icon?: IconName;
  title?: string;
  children?: ReactNode;
  /** a way on: buttons and links */
  actions?: ReactNode;
  /** it came up by itself: read it out */
  live?: boolean;
};

/** What a person should know, where they are looking, with a way on. */
export const Notice = ({ tone = 'info', icon, title, children, actions, live }: Props) => (
  <div className="notice" data-tone={tone} role={live ? 'status' : undefined}>
    <Icon name={icon ?? (tone === 'info' || tone === 'good' ? 'info' : 'warning')} />
    <div className="notice-body">
      {title && <strong>{title}</strong>}
      {children}
      {actions && <div className="notice-actions">{actions}</div>}
    </div>
  </div>
);
