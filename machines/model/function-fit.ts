import { creditsLeft, creditsOf, priceOf } from './credits.ts';
import { pricedPixels } from './forecast.ts';
import type { OfferedFunction, OptionValues, Setup } from './functions.ts';
import type { Photo } from './photo.ts';
import { type Purse, purseTotal } from './purse.ts';
import { type StartObstacle, startObstacle } from './start-obstacle.ts';

/** The credits of one run. If the size of the photo is unknown, the credits per megapixel. */
export type Price = { credits: number; per: 'run' | 'megapixel' };

type MoneyObstacle =
  /** the price is higher than a whole daily allowance, so waiting does not help */
  | { reason: 'aboveAllowance'; price: Price; limit: number }
  /** enough credits will be available at `resetsAt`, an ISO instant */
  | { reason: 'notEnoughLeft'; price: Price; left: number; resetsAt: string }
  /**
   * only for users: `left` are the usable credits including the allowance, `missing` the missing
   * credits
   */
  | { reason: 'notEnoughCredits'; price: Price; left: number; missing: number };

/** Why a function cannot start on a photo, with the numbers to show. */
export type FitObstacle = StartObstacle | MoneyObstacle;

/**
 * The price if the function can start on the photo now. Otherwise the reason why it cannot start.
 */
export type FunctionFit = { kind: 'ready'; price: Price } | ({ kind: 'blocked' } & FitObstacle);

export type Fitted = { offered: OfferedFunction; fit: FunctionFit };

/** All data that decides which functions can start. */
export type Choice = {
  setup: Setup;
  photo: Photo;
  /** options that the visitor has set, by function code */
  options: Readonly<Record<string, OptionValues>>;
  /** null while the credits are unknown */
  purse: Purse | null;
};

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

/**
 * Returns the price or the obstacle. Obstacles of the photo are reported before missing credits.
 */
const fitOf = (choice: Choice, offered: OfferedFunction): FunctionFit => {
  const price = priceFor(choice, offered);
  const { photo, options, purse } = choice;
  const obstacle =
    startObstacle(photo, offered, options[offered.code]) ?? moneyObstacle(price, purse);
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

/** Returns the price in credits if only missing credits block the start, otherwise null. */
export const unaffordable = (fit: FunctionFit | null): number | null =>
  fit?.kind === 'blocked' && isMoneyObstacle(fit) ? fit.price.credits : null;

export const fitOfCode = (choice: Choice, code: string | null): FunctionFit | null => {
  const offered = choice.setup.functions.find((one) => one.code === code);
  return offered ? fitOf(choice, offered) : null;
};
