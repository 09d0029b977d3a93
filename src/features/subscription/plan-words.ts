import { type Duration, durationMessage, durationUnit } from '../../../machines/model/duration.ts';
import type { Order } from '../../../machines/model/order.ts';
import { type Translate, useText } from '../../i18n/text.tsx';
import { useMoney } from '../../i18n/use-money.ts';

/**
 * Returns the name of a plan, which is its period: the unit alone, or the number and the unit
 * (R48).
 */
function planName(t: Translate, period: Duration): string {
  const message = durationMessage(period);
  if (period.duration > 1 && message) {
    return t('plan.nameOf', { duration: t(message.id, message.values) });
  }
  return t('plan.name', { unit: durationUnit(period.durationUnit) ?? 'other' });
}

const orderName = (t: Translate, order: Order): string => {
  const { productKind, credits } = order;
  if (productKind === 'plan') return planName(t, order);
  return t(productKind === 'pass' ? 'plan.order.pass' : 'plan.order.pack', { credits });
};

/** Returns functions that name plans and orders and format amounts. */
export function usePlanWords() {
  const t = useText();
  return {
    t,
    money: useMoney(),
    planName: (period: Duration) => planName(t, period),
    orderName: (order: Order) => orderName(t, order),
  };
}
