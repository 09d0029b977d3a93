import type { Product } from './price.ts';

type Priced = Pick<Product, 'code' | 'kind' | 'credits' | 'amount'>;

export type Offers<One extends Priced> = {
  /** up to three products: a pack and the two best plans, cheapest first */
  main: readonly One[];
  more: readonly One[];
  /** the product with the lowest price per credit; null if it is not in `main` */
  best: One | null;
  /** what `best` costs less per credit than `than`, in whole percent, rounded down */
  saving: { percent: number; than: One } | null;
};

const perCredit = ({ amount, credits }: Priced): number => amount / credits;

const byCredit = <One extends Priced>(products: readonly One[]): readonly One[] =>
  [...products].sort((a, b) => perCredit(a) - perCredit(b) || a.amount - b.amount);

const byAmount = <One extends Priced>(products: readonly One[]): readonly One[] =>
  [...products].sort((a, b) => a.amount - b.amount);

/** Returns which products a price page shows first, and which one it recommends. */
export function offersOf<One extends Priced>(products: readonly One[]): Offers<One> {
  const packs = byAmount(products.filter(({ kind }) => kind === 'pack'));
  const pack = packs[Math.floor((packs.length - 1) / 2)];
  const plans = byCredit(products.filter(({ kind }) => kind === 'plan')).slice(0, 2);
  const main = byAmount(pack ? [pack, ...plans] : plans);
  const [best = null, than] = byCredit(main);
  const [cheapest = null] = byCredit(products);
  const isCheapest = best !== null && cheapest !== null && perCredit(best) <= perCredit(cheapest);
  const percent =
    isCheapest && than ? Math.floor((1 - perCredit(best) / perCredit(than)) * 100) : 0;
  return {
    main,
    more: products.filter((one) => !main.includes(one)),
    best: main.length > 1 && percent > 0 ? best : null,
    saving: than && percent > 0 ? { percent, than } : null,
  };
}
