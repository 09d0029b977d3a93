import type { Plan } from '../model/membership.ts';
import type { PriceList, Product } from '../model/price.ts';

/**
 * Returns the plans that the visitor can change to. If a change is already planned, the list
 * includes the current plan and omits the planned one.
 */
export const plansFor = (prices: PriceList | null, plan: Plan | null): readonly Product[] =>
  (prices?.products ?? []).filter(
    ({ kind, code }) =>
      kind === 'plan' &&
      code !== plan?.nextProductCode &&
      (code !== plan?.productCode || plan.nextProductCode !== null),
  );
