import type { ReactNode } from 'react';
import type { Order } from '../../../machines/model/order.ts';
import {
  selectOrderFacts,
  selectOrderTrouble,
} from '../../../machines/order-check/order-check.selectors.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useLasting } from '../../i18n/use-lasting.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { useDialogChart } from '../../machine-react/use-chart.ts';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Notice } from '../../ui/notice.tsx';
import { WholeNumber } from '../../ui/whole-number.tsx';
import type { OrderCheckChart } from './order-check-chart.ts';

type Props = { chart: OrderCheckChart; order: Order };

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows duration, end, next charge and receipt number of a paid order. */
export function OrderFacts({ chart, order }: Props) {
  const t = useText();
  const known = useDialogChart(chart, selectOrderFacts);
  const money = useMoney();
  const lasting = useLasting();
  const { day, moment } = useFormats();
  if (!known) return null;
  const { until, receiptNumber } = known;
  const next = {
    same: t('orderCheck.next', { amount: money(order.amount, order.currency), day: day(until) }),
    nothing: t('orderCheck.noNext'),
  };
  const lasts = lasting(known.lasts);
  return (
    <dl className="order-facts">
      {lasts && <Fact name={t('orderCheck.lasts')}>{lasts}</Fact>}
      <Fact name={t('orderCheck.until')}>
        {chart === 'dayOrderCheck' ? moment(until) : day(until)}
      </Fact>
      {known.next && <Fact name={t('orderCheck.nextCharge')}>{next[known.next]}</Fact>}
      {receiptNumber && (
        <Fact name={t('orderCheck.receipt')}>
          <WholeNumber>{receiptNumber}</WholeNumber>
        </Fact>
      )}
    </dl>
  );
}

const about = {
  paidTwice: 'orderCheck.refund.paidTwice',
  wrongAmount: 'orderCheck.refund.wrongAmount',
} as const;

const hasWords = (reason: string): reason is keyof typeof about => Object.hasOwn(about, reason);

/** Shows the refunds of an order, each with amount, reason and progress. */
export function Refunds({ order }: { order: Order }) {
  const t = useText();
  const money = useMoney();
  return order.refunds.map((refund) => (
    <Notice
      key={`${refund.reason} ${refund.at}`}
      tone={refund.status === 'failed' ? 'warn' : 'info'}
      title={t(hasWords(refund.reason) ? about[refund.reason] : 'orderCheck.refund.other', {
        amount: money(refund.amount, refund.currency),
      })}
    >
      <p>{t(`orderCheck.refund.${refund.status}`)}</p>
    </Notice>
  ));
}

/** Shows the latest failure. The order stays on screen below it. */
export function OrderTroubleNote({ chart }: { chart: OrderCheckChart }) {
  const t = useText();
  const trouble = useDialogChart(chart, selectOrderTrouble);
  return (
    <div role="status">
      {trouble && (
        <Notice
          tone="warn"
          icon={failureIcon(trouble.failure)}
          title={t(`orderCheck.trouble.${trouble.step}`)}
        >
          <p>
            <FailureText
              failure={trouble.failure}
              words={trouble.step === 'pay' ? undefined : 'orderCheck.trouble.again'}
            />
          </p>
        </Notice>
      )}
    </div>
  );
}
