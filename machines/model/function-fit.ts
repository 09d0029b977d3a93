import { creditsLeft, creditsOf, priceOf } from './credits.ts';
import { pricedPixels } from './forecast.ts';
import type { OfferedFunction, Setup } from './functions.ts';
import type { Photo } from './photo.ts';
import { type Purse, purseTotal } from './purse.ts';
import { type StartObstacle, startObstacle } from './start-obstacle.ts';

/** The credits of a run, or per megapixel if the photo's size is unknown. */
export type Price = { credits: number; per: 'run' | 'megapixel' };

type MoneyObstacle =
  /** costs more than a whole day's allowance, so waiting does not help */
  | { reason: 'aboveAllowance'; price: Price; limit: number }
  /** enough credits will be available from `resetsAt` on, an ISO instant */
  | { reason: 'notEnoughLeft'; price: Price; left: number; resetsAt: string }
  /** for a user: usable credits including the allowance, and the missing credits */
  | { reason: 'notEnoughCredits'; price: Price; left: number; missing: number };

/** Why a function cannot start on a photo, with the numbers to show. */
export type FitObstacle = StartObstacle | MoneyObstacle;

/** The price if the function can start on the photo now, otherwise the obstacle. */
export type FunctionFit = { kind: 'ready'; price: Price } | ({ kind: 'blocked' } & FitObstacle);

export type Fitted = { offered: OfferedFunction; fit: FunctionFit };

/** All inputs that decide which functions can start; `purse` is null while unknown. */
export type Choice = { setup: Setup; photo: Photo; purse: Purse | null };

const priceFor = ({ setup, photo }: Choice, offered: OfferedFunction): Price => {
  const credits = creditsOf(setup, offered.code);
  const isPriceKnown = photo.decodable || credits.unit !== 2;
  return {
    credits: priceOf(credits, photo.decodable ? pricedPixels(photo, offered) : 0),
    per: isPriceKnown ? 'run' : 'megapixel',
  };
};

const moneyObstacle = (price: Price, purse: Purse | null): MoneyObstacle | null => {
  if (!purse) return null;
  const { allowance, credits } = purse;
  if (credits) {
    const left = purseTotal(purse);
    const missing = price.credits - left;
    return missing > 0 ? { reason: 'notEnoughCredits', price, left, missing } : null;
  }
  const { limit, resetsAt } = allowance;
  if (price.credits > limit) return { reason: 'aboveAllowance', price, limit };
  const left = creditsLeft(allowance);
  return price.credits > left ? { reason: 'notEnoughLeft', price, left, resetsAt } : null;
};

/** Obstacles of the photo are reported before missing credits. */
const fitOf = (choice: Choice, offered: OfferedFunction): FunctionFit => {
  const price = priceFor(choice, offered);
  const obstacle = startObstacle(choice.photo, offered) ?? moneyObstacle(price, choice.purse);
  return obstacle ? { kind: 'blocked', ...obstacle } : { kind: 'ready', price };
};

export const fitFunctions = (choice: Choice): readonly Fitted[] =>
  choice.setup.functions.map((offered) => ({ offered, fit: fitOf(choice, offered) }));

const moneyReasons: readonly FitObstacle['reason'][] = [
  'aboveAllowance',
  'notEnoughLeft',
  'notEnoughCredits',
] satisfies MoneyObstacle['reason'][];

const isMoneyObstacle = (obstacle: FitObstacle): obstacle is MoneyObstacle =>
  moneyReasons.includes(obstacle.reason);

/** The price in credits if only missing credits block the start, otherwise null. */
export const unaffordable = (fit: FunctionFit | null): number | null =>
  fit?.kind === 'blocked' && isMoneyObstacle(fit) ? fit.price.credits : null;

export const fitOfCode = (choice: Choice, code: string | null): FunctionFit | null => {
  const offered = choice.setup.functions.find((one) => one.code === code);
  return offered ? fitOf(choice, offered) : null;
};
