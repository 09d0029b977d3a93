import { durationUnit } from './duration.ts';
import type { Product } from './price.ts';

type Priced = Pick<Product, 'code' | 'kind' | 'credits' | 'amount' | 'duration' | 'durationUnit'>;

export type Offers<One extends Priced> = {
  /**
   * up to three products: a pack and the two best plans, or passes if nothing else is sold;
   * cheapest first
   */
  main: readonly One[];
  more: readonly One[];
  /** the product with the lowest price per credit; null if it is not in `main` */
  best: One | null;
  /**
   * what `best` costs less per credit than the next offer of `main`, in whole percent, rounded
   * down; `than` says whether that offer is the monthly plan
   */
  saving: { percent: number; than: 'month' | 'other' } | null;
};

const perCredit = ({ amount, credits }: Priced): number => amount / credits;

const byCredit = <One extends Priced>(products: readonly One[]): readonly One[] =>
  [...products].sort((a, b) => perCredit(a) - perCredit(b) || a.amount - b.amount);

const byAmount = <One extends Priced>(products: readonly One[]): readonly One[] =>
  [...products].sort((a, b) => a.amount - b.amount);

const isMonthly = ({ kind, duration, durationUnit: unit }: Priced): boolean =>
  kind === 'plan' && duration === 1 && durationUnit(unit) === 'month';

/** Returns which products are shown first, and which one is recommended. */
export function offersOf<One extends Priced>(products: readonly One[]): Offers<One> {
  const packs = byAmount(products.filter(({ kind }) => kind === 'pack'));
  const pack = packs[Math.floor((packs.length - 1) / 2)];
  const plans = byCredit(products.filter(({ kind }) => kind === 'plan')).slice(0, 2);
  const first = pack ? [pack, ...plans] : plans;
  const main = byAmount(first.length > 0 ? first : products).slice(0, 3);
  const [best = null, than] = byCredit(main);
  const [cheapest = null] = byCredit(products);
  const isCheapest = best !== null && cheapest !== null && perCredit(best) <= perCredit(cheapest);
  const percent =
    isCheapest && than ? Math.floor((1 - perCredit(best) / perCredit(than)) * 100) : 0;
  return {
    main,
    more: products.filter((one) => !main.includes(one)),
    best: main.length > 1 && percent > 0 ? best : null,
    saving: than && percent > 0 ? { percent, than: isMonthly(than) ? 'month' : 'other' } : null,
  };
}
