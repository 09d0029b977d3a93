import { creditsLeft } from './credits.ts';
import { type Allowance, type Credits, isLoggedIn, type UserInfo } from './user.ts';

/** Usable credits; a guest has only the allowance. */
export type Purse = { allowance: Allowance; credits: Credits | null };

/**
 * Returns the usable credits, or null while the credits are unknown. While they are unknown,
 * screens show no number and starts are not blocked.
 */
export const purseOf = (user: UserInfo | null): Purse | null => {
  if (!user?.allowance) return null;
  const { allowance, credits = null } = user;
  return isLoggedIn(user) && !credits ? null : { allowance, credits };
};

/** Returns the number of credits that a start could use now. */
export const purseTotal = ({ allowance, credits }: Purse): number =>
  creditsLeft(allowance) + (credits?.balance ?? 0);

export type Taking = {
  /** credits taken from the daily allowance, which is used first */
  free: number;
  /** credits taken from the balance */
  own: number;
  /** credits that remain in allowance and balance together */
  left: number;
  /**
   * expiry of the credits taken first, an ISO instant; null if these credits do not expire, or no
   * credits are taken
   */
  expiresAt: string | null;
};

/**
 * Returns the credits that a start takes from allowance and balance, or null if there are not
 * enough credits. The server takes them in the same order.
 */
export const takingOf = (purse: Purse, price: number): Taking | null => {
  const total = purseTotal(purse);
  if (price > total) return null;
  const free = Math.min(price, creditsLeft(purse.allowance));
  const own = price - free;
  const expiresAt = own > 0 ? (purse.credits?.expiresNext?.at ?? null) : null;
  return { free, own, left: total - price, expiresAt };
};

export const originOf = ({ free, own }: Taking): 'free' | 'own' | 'both' => {
  if (own === 0) return 'free';
  return free === 0 ? 'own' : 'both';
};
