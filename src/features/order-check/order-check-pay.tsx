import type { Order } from '../../../machines/model/order.ts';
import { selectOrderRemainingSeconds } from '../../../machines/order-check/order-check.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useMoney } from '../../i18n/use-money.ts';
import { useDialogChart } from '../../machine-react/use-chart.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { OrderCheckChart } from './order-check-chart.ts';

/**
 * Shows the code that the buyer scans with a payment app. On a phone, a link opens the app instead.
 */
export function PayCode({ order }: { order: Order }) {
  const t = useText();
  const money = useMoney();
  const { checkout } = order.payment ?? {};
  if (checkout?.kind !== 'qr') return null;
  return (
    <div className="order-qr">
      <img
        src={checkout.image}
        alt={t('orderCheck.qr', { amount: money(order.amount, order.currency) })}
        width={200}
        height={200}
      />
      <a className={buttonClass('plain', 'order-app')} href={checkout.data}>
        {t('orderCheck.openApp')}
      </a>
    </div>
  );
}

const padded = (value: number) => String(value).padStart(2, '0');

/** Formats a time as 29:59 or 2:29:59, which is correct in every language. */
function clockOf(seconds: number): string {
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const [minutes, last] = [Math.floor(rest / 60), padded(rest % 60)];
  return hours > 0 ? `${hours}:${padded(minutes)}:${last}` : `${minutes}:${last}`;
}

export function TimeLeft({ chart }: { chart: OrderCheckChart }) {
  const t = useText();
  const seconds = useDialogChart(chart, selectOrderRemainingSeconds);
  if (seconds === null) return null;
  return (
    <p className="order-time">
      <Icon name="clock" size={18} />
      {t('orderCheck.timeLeft', { time: clockOf(seconds) })}
    </p>
  );
}
