import type { Plan } from '../model/membership.ts';
import type { PriceList, Product } from '../model/price.ts';

/**
 * The plans that this one can be changed to. While a change is planned, they include the current plan and
 * leave out the planned one.
 */
export const plansFor = (prices: PriceList | null, plan: Plan | null): readonly Product[] =>
  (prices?.products ?? []).filter(
    ({ kind, code }) =>
      kind === 'plan' &&
      code !== plan?.nextProductCode &&
      (code !== plan?.productCode || plan.nextProductCode !== null),
  );
