import './open-orders.css';
import type { OpenOrder, OrderIntent } from '../../machines/model/order.ts';
import { PassingButton } from '../ui/passing-button.tsx';
import { useText } from './text.tsx';
import { useMoney } from './use-money.ts';

type Props = {
  /** orders that can still be paid */
  orders: readonly OpenOrder[];
  onOpen: (code: string, intent: OrderIntent) => void;
};

function Line({ order, onOpen }: { order: OpenOrder } & Pick<Props, 'onOpen'>) {
  const t = useText();
  const money = useMoney();
  const { code, productKind, credits, amount, currency, mayArrive, minutesLeft } = order;
  const name = t(`orderCheck.product.${productKind}`, { credits });
  const way = (intent: OrderIntent) => (
    <PassingButton
      look={intent === 'cancel' ? 'quiet' : 'plain'}
      aria-label={t(`openOrders.${intent}.label`, { name, code })}
      onClick={() => onOpen(code, intent)}
    >
      {t(`openOrders.${intent}`)}
    </PassingButton>
  );
  return (
    <li>
      <div>
        <strong>
          {name} · {money(amount, currency)}
        </strong>
        <p>
          {mayArrive ? t('openOrders.arriving') : t('openOrders.left', { minutes: minutesLeft })}
        </p>
      </div>
      <div className="open-order-ways">
        {mayArrive ? (
          way('look')
        ) : (
          <>
            {way('pay')}
            {way('cancel')}
          </>
        )}
      </div>
    </li>
  );
}

/**
 * Lists open orders with their remaining time, and with buttons to pay and to cancel each order
 * (R73).
 */
export function OpenOrders({ orders, onOpen }: Props) {
  const t = useText();
  if (orders.length === 0) return null;
  return (
    <section className="open-orders" aria-label={t('openOrders.title')}>
      <h3>{t('openOrders.title')}</h3>
      <ul>
        {orders.map((order) => (
          <Line key={order.code} order={order} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}
