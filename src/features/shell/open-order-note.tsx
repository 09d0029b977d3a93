import './open-order-note.css';
import type { Order } from '../../../machines/model/order.ts';
import { useText } from '../../i18n/text.tsx';
import { useMoney } from '../../i18n/use-money.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';

type OpenOrderProps = {
  /** an order that can still be paid */
  order: Order;
  onOpen: () => void;
};

/** Reports on every page that an order is open, or that its payment may be on its way (R73). */
export default function OpenOrderNote({ order, onOpen }: OpenOrderProps) {
  const t = useText();
  const money = useMoney();
  return (
    <div className="open-order">
      <Icon name="clock" size={18} />
      <p>
        {t(order.mayArrive ? 'orderCheck.note.arriving' : 'orderCheck.note', {
          amount: money(order.amount, order.currency),
        })}
      </p>
      <Button look="quiet" onClick={onOpen}>
        {t('orderCheck.note.open')}
      </Button>
    </div>
  );
}
