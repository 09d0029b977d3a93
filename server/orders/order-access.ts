import { resendAfterMs } from '../mail/code-limits.ts';
import type { EmailCodes } from '../mail/email-codes.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import { findUser } from '../owners/users.store.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { readOrderCode } from './order-codes.ts';
import { type OrderView, viewOf } from './order-views.ts';
import { findOrderByCode, type Order } from './orders.store.ts';

const codeMs = 10 * 60_000;

/**
 * Returns an email address that cannot belong to an account, because its domain is reserved (RFC
 * 2606).
 */
const decoyOf = (code: string) => `${code.toLowerCase()}@order.invalid`;

export type OrderAccess = {
  /** Mails a code to the buyer. The answer does not depend on whether the order exists. */
  request(code: string, subnet: string): Promise<{ resendAfterMs: number; expiresAt: Date }>;
  /**
   * Returns the order if the mailed code is correct. `check` leaves the code usable, `spend` uses
   * it up.
   * @throws AppError invalid_code, code_expired, too_many_tries
   */
  open(code: string, proof: string, how: 'check' | 'spend'): Promise<OrderView>;
};

export function createOrderAccess(deps: {
  db: Database;
  codes: EmailCodes;
  mailer: Mailer;
  now: () => Date;
  onError: (error: unknown) => void;
}): OrderAccess {
  const { db, codes, mailer, now, onError } = deps;
  const purpose = 'orderAccess';

  async function find(code: string | null): Promise<(Order & { email: string }) | undefined> {
    const order = code === null ? undefined : await findOrderByCode(db, code);
    // The mail goes to the account's current email address, so that a former mailbox gets no code.
    const buyer = order && (await findUser(db, order.ownerId));
    return buyer && { ...order, email: buyer.email };
  }

  /**
   * Creates a code that is never mailed, so that tries and expiry have the same answers as for a
   * real order.
   */
  const makeDecoy = (code: string, subnet: string) =>
    db.transaction((tx) =>
      codes.make(tx, { address: decoyOf(code), purpose, subnet, isKnown: false }),
    );

  async function mail(order: Order & { email: string }, subnet: string): Promise<void> {
    const { email: to, locale } = order;
    await db.transaction(async (tx) => {
      const { id, code } = await codes.make(tx, { address: to, purpose, subnet, isKnown: false });
      const values = { code, order: order.code };
      await mailer.write(tx, { cause: `code ${id}`, to, locale, kind: 'orderCode', values });
    });
    await mailer.wake();
  }

  /**
   * Reports an error, except `rate_limited`. After `rate_limited` the caller gets the same answer,
   * and the refusal is not a server error.
   */
  function unlessLimited(error: unknown): void {
    if (error instanceof AppError && error.retryAfterMs !== null) return;
    onError(error);
  }

  return {
    async request(typed, subnet) {
      const code = readOrderCode(typed);
      const order = await find(code);
      // An error in the answer would reveal that the order exists.
      if (order) await mail(order, subnet).catch(unlessLimited);
      else if (code !== null) await makeDecoy(code, subnet).catch(unlessLimited);
      return { resendAfterMs, expiresAt: new Date(now().getTime() + codeMs) };
    },
    async open(typed, proof, how) {
      const code = readOrderCode(typed);
      if (code === null) throw new AppError('invalid_code', 'not an order number');
      const order = await find(code);
      const given = { address: order?.email ?? decoyOf(code), purpose, typed: proof } as const;
      const refusal = await db.transaction((tx) =>
        how === 'spend' && order ? codes.spend(tx, given) : codes.check(tx, given),
      );
      // A decoy's code was never mailed, so even a correct guess is refused.
      if (refusal || !order) throw new AppError(refusal ?? 'invalid_code', 'the code was refused');
      return await viewOf(db, order);
    },
  };
}
