import { isUnpaid, type Order } from '../../../machines/model/order.ts';
import {
  selectDoing,
  selectOrders,
} from '../../../machines/subscription/subscription.selectors.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { PassingButton } from '../../ui/passing-button.tsx';
import { usePlanWords } from './plan-words.ts';

function OrderLine({ order }: { order: Order }) {
  const { t, money, orderName } = usePlanWords();
  const doing = usePageChart('subscription', selectDoing);
  const send = useSend('subscription');
  const purchase = useSend('purchase');
  const { code, status, receiptNumber, withdrawableUntil } = order;
  return (
    <li className="plan-order">
      <div>
        <strong>{orderName(order)}</strong>
        <p>
          {t('plan.order.about', { at: new Date(order.createdAt), code })}
          {receiptNumber && ` · ${t('plan.order.receipt', { number: receiptNumber })}`}
        </p>
        {isUnpaid(order) && <p>{t('plan.order.until', { at: new Date(order.expiresAt) })}</p>}
        {withdrawableUntil && (
          <p>{t('plan.order.withdrawable', { at: new Date(withdrawableUntil) })}</p>
        )}
      </div>
      <div className="plan-order-end">
        <b>{money(order.amount, order.currency)}</b>
        <span className="plan-status">{t(`plan.order.status.${status}`)}</span>
        {isUnpaid(order) && (
          <PassingButton
            aria-label={t('plan.order.open', { name: orderName(order), code })}
            onClick={() => purchase({ type: 'order.opened', code })}
          >
            {t('orderCheck.note.open')}
          </PassingButton>
        )}
        {withdrawableUntil && (
          <PassingButton
            aria-label={t('plan.withdraw.from', { name: orderName(order), code })}
            aria-disabled={doing !== null}
            onClick={() => send({ type: 'withdraw.pressed', code })}
          >
            {t('plan.withdraw')}
          </PassingButton>
        )}
      </div>
    </li>
  );
}

/** What was bought and what waits to be paid. */
export function PlanOrders() {
  const { t } = usePlanWords();
  const orders = usePageChart('subscription', selectOrders) ?? [];
  return (
    <section className="plan-card" aria-labelledby="plan-orders">
      <h2 id="plan-orders">{t('plan.orders')}</h2>
      <ul className="plan-orders">
        {orders.map((order) => (
          <OrderLine key={order.code} order={order} />
        ))}
      </ul>
    </section>
  );
}
