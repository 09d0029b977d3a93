import './toast-view.css';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';

type Kind = 'success' | 'error' | 'warning' | 'info';

const icons: Record<Kind, IconName> = {
  success: 'check',
  error: 'warning',
  warning: 'warning',
  info: 'info',
};

type Props = { kind: Kind; message: string; closeLabel: string; onClose: () => void };

export const ToastView = ({ kind, message, closeLabel, onClose }: Props) => (
  <div className="toast" data-kind={kind}>
    <Icon name={icons[kind]} />
    <span>{message}</span>
    <Button look="quiet" iconOnly aria-label={closeLabel} onClick={onClose}>
      <Icon name="close" />
    </Button>
  </div>
);
