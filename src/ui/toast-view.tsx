import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';

type Kind = 'success' | 'error' | 'warning' | 'info';

const icons: Record<Kind, IconName> = {
  success: 'check',
  error: 'warning',
  warning: 'warning',
  info: 'info',
};

type Props = {
  kind: Kind;
  message: string;
  /** a link that leads to a next step */
  action?: ReactNode;
  closeLabel: string;
  onClose: () => void;
};

export const ToastView = ({ kind, message, action, closeLabel, onClose }: Props) => (
  <div className="toast" data-kind={kind}>
    <Icon name={icons[kind]} />
    <span>{message}</span>
    {action}
    <Button look="quiet" iconOnly aria-label={closeLabel} onClick={onClose}>
      <Icon name="close" />
    </Button>
  </div>
);
