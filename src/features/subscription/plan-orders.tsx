import { type Order, payableUntil, shownStatus } from '../../../machines/model/order.ts';
import {
  selectCanLookAt,
  selectOpenOrders,
} from '../../../machines/purchase/purchase.selectors.ts';
import {
  selectDoing,
  selectHasOlder,
  selectListingFailure,
  selectOrders,
} from '../../../machines/subscription/subscription.selectors.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import { OpenOrders } from '../../i18n/open-orders.tsx';
import { renewalTime } from '../../i18n/renewal-time.ts';
import { Text } from '../../i18n/text.tsx';
import { useChart, usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Notice } from '../../ui/notice.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { WholeNumber } from '../../ui/whole-number.tsx';
import { usePlanWords } from './plan-words.ts';

function OrderLine({ order }: { order: Order }) {
  const { t, money, orderName } = usePlanWords();
  const doing = usePageChart('subscription', selectDoing);
  const send = useSend('subscription');
  const purchase = useSend('purchase');
  const canLook = useChart('purchase', selectCanLookAt(order));
  const { code, receiptNumber, withdrawableUntil } = order;
  const until = payableUntil(order);
  return (
    <li className="plan-order">
      <div>
        <strong>{orderName(order)}</strong>
        <p>
          <Text
            id="plan.order.about"
            values={{ at: new Date(order.createdAt), code: <WholeNumber>{code}</WholeNumber> }}
          />
          {receiptNumber && (
            <>
              {' · '}
              <Text
                id="plan.order.receipt"
                values={{ number: <WholeNumber>{receiptNumber}</WholeNumber> }}
              />
            </>
          )}
        </p>
        {until && <p>{t('plan.order.until', renewalTime(until))}</p>}
        {withdrawableUntil && (
          <p>{t('plan.order.withdrawable', { at: new Date(withdrawableUntil) })}</p>
        )}
      </div>
      <div className="plan-order-end">
        <b>{money(order.amount, order.currency)}</b>
        <span className="plan-status">{t(`plan.order.status.${shownStatus(order)}`)}</span>
        {canLook && (
          <PassingButton
            aria-label={t('plan.order.open', { name: orderName(order), code })}
            onClick={() => purchase({ type: 'order.opened', code, intent: 'look' })}
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

function Older() {
  const { t } = usePlanWords();
  const doing = usePageChart('subscription', selectDoing);
  const failure = usePageChart('subscription', selectListingFailure);
  const hasOlder = usePageChart('subscription', selectHasOlder);
  const send = useSend('subscription');
  return (
    <div className="plan-older">
      <div role="status">
        {failure && (
          <Notice tone="bad" icon={failureIcon(failure)} title={t('plan.orders.olderFailed')}>
            <p>
              <FailureText failure={failure} />
            </p>
          </Notice>
        )}
      </div>
      {hasOlder && (
        <PassingButton
          aria-disabled={doing !== null}
          onClick={() => send({ type: 'olderOrders.pressed' })}
        >
          {doing === 'listing' && <span className="spinner" />}
          {t(failure ? 'failure.retry' : 'plan.orders.older')}
        </PassingButton>
      )}
    </div>
  );
}

export function PlanOrders() {
  const { t } = usePlanWords();
  const orders = usePageChart('subscription', selectOrders) ?? [];
  const open = useChart('purchase', selectOpenOrders);
  const purchase = useSend('purchase');
  return (
    <section className="plan-card" aria-labelledby="plan-orders">
      <h2 id="plan-orders">{t('plan.orders')}</h2>
      <OpenOrders
        orders={open}
        onOpen={(code, intent) => purchase({ type: 'order.opened', code, intent })}
      />
      <ul className="plan-orders">
        {orders.map((order) => (
          <OrderLine key={order.code} order={order} />
        ))}
      </ul>
      <Older />
    </section>
  );
}
