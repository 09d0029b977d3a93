import { isCopied } from './forecast.ts';
import { type Choice, type Fitted, fitFunctions, type Price } from './function-fit.ts';
import { purseTotal } from './purse.ts';

/** A function that can be started now. */
export type ReadyFunction = { code: string; price: Price };

/** The preselected function costs at most this share of the daily allowance, or of all credits. */
const defaultShare = 1 / 3;

/** Limit of alternatives, because more alternatives make people compare instead of continuing. */
const mostAlternatives = 2;

type Ready = Fitted & { fit: { kind: 'ready' } };

const isReady = (one: Fitted): one is Ready => one.fit.kind === 'ready';

const firstCodes = (ready: readonly Ready[]): readonly ReadyFunction[] =>
  ready
    .slice(0, mostAlternatives)
    .map(({ offered, fit }) => ({ code: offered.code, price: fit.price }));

const cheapestOf = <One extends Fitted>(all: readonly One[], priceOf: (one: One) => number) =>
  all.toSorted((a, b) => priceOf(a) - priceOf(b))[0];

/**
 * Groups of functions that may be preselected. Functions that need a face or an object fail on many
 * photos, so they are never preselected.
 */
const sensibleGroups: readonly string[] = ['improve', 'upscale', 'more'];

/** Returns the first function in display order that suits any photo and is not expensive. */
const firstSensible = (choice: Choice, ready: readonly Ready[]): Ready | undefined => {
  const { purse } = choice;
  const most = purse
    ? Math.max(purse.allowance.limit, purseTotal(purse)) * defaultShare
    : Number.POSITIVE_INFINITY;
  return ready.find(
    ({ offered, fit }) =>
      sensibleGroups.includes(offered.group) && !offered.mayReject && fit.price.credits <= most,
  );
};

/**
 * Returns the function that can start soonest. A function that can start with tomorrow's credits is
 * better than a function that can never start.
 */
const leastBlocked = (fitted: readonly Fitted[]): Fitted | undefined => {
  const waiting = fitted.filter(
    ({ fit }) =>
      fit.kind === 'blocked' &&
      (fit.reason === 'notEnoughLeft' || fit.reason === 'notEnoughCredits'),
  );
  const priceOf = ({ fit }: Fitted) => ('price' in fit ? fit.price.credits : 0);
  return cheapestOf(waiting, priceOf) ?? fitted[0];
};

/**
 * Returns the preselected function. The visitor's own choice comes first if that function can
 * start. The second choice is the first function that leaves most of the daily credits.
 * The last choice is the cheapest function.
 */
export const defaultFunction = (choice: Choice, wanted: string | null): string | null => {
  const fitted = fitFunctions(choice);
  const ready = fitted.filter(isReady);
  const found =
    ready.find(({ offered }) => offered.code === wanted) ??
    firstSensible(choice, ready) ??
    cheapestOf(ready, ({ fit }) => fit.price.credits) ??
    leastBlocked(fitted);
  return found?.offered.code ?? null;
};

/**
 * Returns the functions that clean the photo at its full size. They are offered if an enlargement
 * would work on a smaller copy. Returns an empty list for other functions and photos.
 */
export const cleaningFor = (choice: Choice, code: string): readonly ReadyFunction[] => {
  const fitted = fitFunctions(choice);
  const offered = fitted.find((one) => one.offered.code === code)?.offered;
  if (offered?.group !== 'upscale' || !isCopied(choice.photo, offered)) return [];
  return firstCodes(
    fitted.filter(isReady).filter((one) => {
      return one.offered.group === 'improve' && !isCopied(choice.photo, one.offered);
    }),
  );
};

/**
 * Returns functions that can start in place of the function `code`, on the whole photo. Functions
 * of the same kind come first.
 */
export const alternativesTo = (choice: Choice, code: string): readonly ReadyFunction[] => {
  const fitted = fitFunctions(choice);
  const group = fitted.find(({ offered }) => offered.code === code)?.offered.group;
  const others = fitted
    .filter(isReady)
    .filter(({ offered }) => offered.code !== code && !isCopied(choice.photo, offered));
  const distance = ({ offered }: Ready) =>
    offered.group === group ? 0 : offered.mayReject ? 2 : 1;
  return firstCodes(others.toSorted((a, b) => distance(a) - distance(b)));
};
