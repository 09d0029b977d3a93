import type { ReactNode } from 'react';
import {
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
  'countdown.ticked' | 'connection.lost' | 'connection.restored'
>;

type WayProps = Props & {
  event: Pressed;
  words: MessageId;
  look?: ButtonLook;
  /** it is under way; the button says so and takes no second press */
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

/** What can be done now, the likeliest first. */
export function OrderActions({ chart }: Props) {
  const t = useText();
  const ways = usePageChart(chart, selectOrderWays);
  const step = usePageChart(chart, selectOrderStep);
  const situation = usePageChart(chart, selectOrderSituation);
  if (!ways || !step || !situation) return null;
  const isAsking = step === 'asking' && 'orderCheck.checking';
  const isLeaving = step === 'leaving' && 'orderCheck.leaving';
  const main = { pay: 'primary', check: ways.pay || ways.payAgain ? 'plain' : 'primary' } as const;
  const isBrought = situation === 'paid' || situation === 'partlyRefunded';
  return (
    <div className="order-actions">
      {ways.pay && (
        <Way
          {...{ chart, event: 'pay.pressed', words: 'orderCheck.pay', look: main.pay }}
          busy={isLeaving}
        />
      )}
      {ways.payAgain && (
        <Way
          {...{ chart, event: 'payAgain.pressed', words: 'orderCheck.payAgain' }}
          look={ways.pay ? 'plain' : 'primary'}
        />
      )}
      {ways.check && (
        <Way
          {...{ chart, event: 'check.pressed', words: 'orderCheck.check', look: main.check }}
          busy={isAsking}
        />
      )}
      {ways.cancel && (
        <Way {...{ chart, event: 'cancel.pressed', words: 'orderCheck.cancel', look: 'quiet' }} />
      )}
      {!ways.check && (
        <Way
          {...{ chart, event: 'dialog.cancelled', look: 'primary' }}
          words={isBrought ? 'orderCheck.goOn' : 'dialog.close'}
        />
      )}
      {ways.check && <p className="order-small">{t('orderCheck.stays')}</p>}
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
        <Way {...{ chart, event: 'dialog.cancelled', words: 'orderCheck.confirm.keep' }} />
        <Way
          {...{ chart, event: 'cancel.confirmed', words: 'orderCheck.cancel', look: 'danger' }}
          busy={step === 'cancelling' && 'orderCheck.cancelling'}
        />
      </div>
    </>
  );
}
