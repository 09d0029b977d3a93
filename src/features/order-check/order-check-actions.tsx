import type { ReactNode } from 'react';
import {
  type OrderWay,
  selectIsWayBusy,
  selectOrderStep,
  selectOrderWays,
} from '../../../machines/order-check/order-check.selectors.ts';
import type { OrderCheckEvent } from '../../../machines/order-check/order-check.types.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
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
  /**
   * text while the action is running, when the button ignores presses; false if it is not running
   */
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
  goOn: { event: 'dialog.cancelled', words: 'orderCheck.goOn' },
  close: { event: 'dialog.cancelled', words: 'dialog.close' },
};

/** Texts of the main button while the action of that button is running. */
const busyWords: Partial<Record<OrderWay, MessageId>> = {
  pay: 'orderCheck.leaving',
  check: 'orderCheck.checking',
};

/** Shows the buttons for the order: one main button, and plain buttons below it. */
export function OrderActions({ chart }: Props) {
  const t = useText();
  const { first, others } = useDialogChart(chart, selectOrderWays);
  const isBusy = useDialogChart(chart, selectIsWayBusy);
  const { event, words } = ways[first];
  return (
    <div className="order-actions">
      <Way
        chart={chart}
        event={event}
        look="primary"
        busy={(isBusy && busyWords[first]) || false}
        words={words}
      />
      {others.map((one) => (
        <Way key={one} chart={chart} event={ways[one].event} words={ways[one].words} look="quiet" />
      ))}
      {event !== 'dialog.cancelled' && <p className="order-small">{t('orderCheck.stays')}</p>}
    </div>
  );
}

/** Asks for confirmation before an order is cancelled. */
export function CancelQuestion({ chart }: Props) {
  const t = useText();
  const step = useDialogChart(chart, selectOrderStep);
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
