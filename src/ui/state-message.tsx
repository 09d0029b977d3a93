import './state-message.css';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

type Props = {
  icon?: IconName;
  title: string;
  /** level of the heading; 1 if the page has no other heading */
  level?: 1 | 2;
  children?: ReactNode;
  actions?: ReactNode;
};

/** Replaces content that is missing, with the reason and next steps. */
export const StateMessage = ({ icon = 'photo', title, level = 1, children, actions }: Props) => {
  const Heading = `h${level}` as const;
  return (
    <section className="state">
      <div className="state-picture">
        <Icon name={icon} size={30} />
      </div>
      <Heading className="state-title">{title}</Heading>
      {children}
      {actions && <div className="state-actions">{actions}</div>}
    </section>
  );
};
