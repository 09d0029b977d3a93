import { durationUnit } from '../../../machines/model/duration.ts';
import type { Order } from '../../../machines/model/order.ts';
import { type Translate, useText } from '../../i18n/text.tsx';
import { useMoney } from '../../i18n/use-money.ts';

const planName = (t: Translate, unit: number): string =>
  t('plan.name', { unit: durationUnit(unit) ?? 'other' });

const orderName = (t: Translate, { productKind, credits, durationUnit: unit }: Order): string => {
  if (productKind === 'plan') return planName(t, unit);
  return t(productKind === 'pass' ? 'plan.order.pass' : 'plan.order.pack', { credits });
};

/** What plans and purchases are called, and amounts as people write them. */
export function usePlanWords() {
  const t = useText();
  return {
    t,
    money: useMoney(),
    planName: (unit: number) => planName(t, unit),
    orderName: (order: Order) => orderName(t, order),
  };
}
