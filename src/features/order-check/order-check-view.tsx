import './order-check.css';
import type { Order } from '../../../machines/model/order.ts';
import {
  selectCheckedOrder,
  selectGoesOn,
  selectIsBack,
  selectOrderSituation,
  selectOrderStep,
} from '../../../machines/order-check/order-check.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CancelQuestion, OrderActions } from './order-check-actions.tsx';
import type { OrderCheckChart } from './order-check-chart.ts';
import { OrderFacts, OrderTroubleNote, Refunds } from './order-check-parts.tsx';
import { PayCode, TimeLeft } from './order-check-pay.tsx';
import { leadWords, titleWords } from './order-check-words.ts';
import { OrderHead } from './order-head.tsx';

type Props = { chart: OrderCheckChart };

/** Shows the order's state as a sentence. Screen readers announce the sentence when it changes. */
function Lead({ chart, order }: Props & { order: Order }) {
  const t = useText();
  const situation = useDialogChart(chart, selectOrderSituation);
  const isBack = useDialogChart(chart, selectIsBack);
  const goesOn = useDialogChart(chart, selectGoesOn);
  const { credits } = order;
  return (
    <p className="order-lead" role="status">
      {t(leadWords(order, situation, isBack), { credits })}
      {goesOn && ` ${t('orderCheck.goesOn')}`}
    </p>
  );
}

/** Shows the order's state, and the possible actions (R73). */
export function OrderCheckView({ chart }: Props) {
  const t = useText();
  const order = useDialogChart(chart, selectCheckedOrder);
  const situation = useDialogChart(chart, selectOrderSituation);
  const step = useDialogChart(chart, selectOrderStep);
  const isBack = useDialogChart(chart, selectIsBack);
  const send = useSend(chart);
  const attributes = useChartAttributes(chart);
  const isAsked = step === 'confirming' || step === 'cancelling';
  return (
    <Dialog
      title={t(isAsked ? 'orderCheck.confirm.title' : titleWords(order, situation, isBack))}
      close={t('dialog.close')}
      onDismiss={() => send({ type: 'dialog.cancelled' })}
      attributes={attributes}
    >
      <div className="order-check" data-situation={situation}>
        <OrderHead order={order} />
        {isAsked ? (
          <CancelQuestion chart={chart} />
        ) : (
          <>
            <Lead chart={chart} order={order} />
            {situation === 'waiting' && <PayCode order={order} />}
            {(situation === 'waiting' || situation === 'notPaid') && <TimeLeft chart={chart} />}
            <OrderFacts chart={chart} order={order} />
            <Refunds order={order} />
            <OrderTroubleNote chart={chart} />
            <OrderActions chart={chart} />
          </>
        )}
      </div>
    </Dialog>
  );
}
