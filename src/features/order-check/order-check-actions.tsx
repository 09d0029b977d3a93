import type { ReactNode } from 'react';
import {
  type OrderStep,
  type OrderWay,
  selectOrderSituation,
  selectOrderStep,
  selectOrderWays,
} from '../../../machines/order-check/order-check.selectors.ts';
import type { OrderCheckEvent } from '../../../machines/order-check/order-check.types.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import type { OrderCheckChart } from './order-check-chart.ts';

type Props = { chart: OrderCheckChart };

type Pressed = Exclude<
  OrderCheckEvent['type'],
  'countdown.ticked' | 'connection.lost' | 'connection.restored' | 'order.outdated'
>;

type WayProps = Props & {
  event: Pressed;
  words: MessageId;
  look?: ButtonLook;
  /** in progress: the button shows it and ignores presses */
  busy?: MessageId | false;
};

function Way({ chart, event, words, look = 'plain', busy = false }: WayProps): ReactNode {
  const t = useText();
  const send = useSend(chart);
  return (
    <Button
      look={look}
      large={look === 'primary'}
      aria-disabled={busy !== false}
      onClick={() => send({ type: event })}
    >
      {busy && <span className="spinner" />}
      {t(busy || words)}
    </Button>
  );
}

const ways: Record<OrderWay, { event: Pressed; words: MessageId }> = {
  pay: { event: 'pay.pressed', words: 'orderCheck.pay' },
  payAgain: { event: 'payAgain.pressed', words: 'orderCheck.payAgain' },
  check: { event: 'check.pressed', words: 'orderCheck.check' },
  cancel: { event: 'cancel.pressed', words: 'orderCheck.cancel' },
  close: { event: 'dialog.cancelled', words: 'dialog.close' },
};

/** The steps that a prominent button shows as its progress. */
const progress: Partial<Record<OrderWay, { step: OrderStep; words: MessageId }>> = {
  pay: { step: 'leaving', words: 'orderCheck.leaving' },
  check: { step: 'asking', words: 'orderCheck.checking' },
};

/** The possible actions: one button, and quiet ones below it. */
export function OrderActions({ chart }: Props) {
  const t = useText();
  const found = usePageChart(chart, selectOrderWays);
  const step = usePageChart(chart, selectOrderStep);
  const situation = usePageChart(chart, selectOrderSituation);
  if (!found || !step || !situation) return null;
  const { first, others } = found;
  const { event, words } = ways[first];
  const busy = progress[first];
  const isBrought = situation === 'paid' || situation === 'partlyRefunded';
  return (
    <div className="order-actions">
      <Way
        chart={chart}
        event={event}
        look="primary"
        busy={busy?.step === step && busy.words}
        words={isBrought ? 'orderCheck.goOn' : words}
      />
      {others.map((one) => (
        <Way key={one} chart={chart} event={ways[one].event} words={ways[one].words} look="quiet" />
      ))}
      {first !== 'close' && <p className="order-small">{t('orderCheck.stays')}</p>}
    </div>
  );
}

/** The second of the two steps that cancel an order. */
export function CancelQuestion({ chart }: Props) {
  const t = useText();
  const step = usePageChart(chart, selectOrderStep);
  return (
    <>
      <p>{t('orderCheck.confirm.text')}</p>
      <div className="order-actions">
        <Way chart={chart} event="dialog.cancelled" words="orderCheck.confirm.keep" />
        <Way
          chart={chart}
          event="cancel.confirmed"
          words="orderCheck.cancel"
          look="danger"
          busy={step === 'cancelling' && 'orderCheck.cancelling'}
        />
      </div>
    </>
  );
}
