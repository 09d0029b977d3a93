import { creditsLeft } from './credits.ts';
import { type Allowance, type Credits, isLoggedIn, type UserInfo } from './user.ts';

/** What somebody can start with; a guest has no credits besides the free ones of the day. */
export type Purse = { allowance: Allowance; credits: Credits | null };

/** Null while it is not known what there is: then nothing is said, and nothing is kept from starting. */
export const purseOf = (user: UserInfo | null): Purse | null => {
  if (!user?.allowance) return null;
  const { allowance, credits = null } = user;
  return isLoggedIn(user) && !credits ? null : { allowance, credits };
};

/** Every credit that a start could take now. */
export const purseTotal = ({ allowance, credits }: Purse): number =>
  creditsLeft(allowance) + (credits?.balance ?? 0);

/** What a start takes, from where, and what is left. */
export type Taking = {
  /** of today's free credits, which are used first */
  free: number;
  /** of the credits that stay */
  own: number;
  /** of both, afterwards */
  left: number;
  /** when the credits that are taken first expire, an ISO instant; null where they do not or none are */
  expiresAt: string | null;
};

/** Null where there is not enough. The server takes in the same order. */
export const takingOf = (purse: Purse, price: number): Taking | null => {
  const total = purseTotal(purse);
  if (price > total) return null;
  const free = Math.min(price, creditsLeft(purse.allowance));
  const own = price - free;
  const expiresAt = own > 0 ? (purse.credits?.expiresNext?.at ?? null) : null;
  return { free, own, left: total - price, expiresAt };
};
