import { AppError } from '../../errors.ts';
import type { Mailer } from '../../mail/mailer.port.ts';
import type { Database } from '../../store/database.ts';
import { findOrderByCode, type Order } from '../../store/orders.store.ts';
import { resendAfterMs } from '../accounts/code-limits.ts';
import type { EmailCodes } from '../accounts/email-codes.ts';
import { readOrderCode } from './order-codes.ts';
import { type OrderView, viewOf } from './order-views.ts';

const codeMs = 10 * 60_000;

export type OrderAccess = {
  /** Mails a code to the buyer; the same answer whether there is such an order or not. */
  request(code: string, network: string): Promise<{ resendAfterMs: number; expiresAt: Date }>;
  /**
   * The order of whoever has the mailed code. `look` leaves the code usable, `spend` uses it up.
   * @throws AppError invalid_code, code_expired, too_many_tries
   */
  open(code: string, proof: string, how: 'look' | 'spend'): Promise<OrderView>;
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

  async function find(typed: string): Promise<(Order & { email: string }) | undefined> {
    const code = readOrderCode(typed);
    const order = code === null ? undefined : await findOrderByCode(db, code);
    return order && order.email !== null ? { ...order, email: order.email } : undefined;
  }

  async function mail(order: Order & { email: string }, network: string): Promise<void> {
    const { email: to, locale } = order;
    await db.transaction(async (tx) => {
      const { id, code } = await codes.make(tx, { address: to, purpose, network, isKnown: false });
      const values = { code, order: order.code };
      await mailer.write(tx, { cause: `code ${id}`, to, locale, kind: 'orderCode', values });
    });
    await mailer.wake();
  }

  /** Whoever asks too often gets no other answer, and is no fault of the server. */
  function unlessLimited(error: unknown): void {
    if (error instanceof AppError && error.retryAfterMs !== null) return;
    onError(error);
  }

  return {
    async request(code, network) {
      const order = await find(code);
      // What is refused here would tell that there is such an order.
      if (order) await mail(order, network).catch(unlessLimited);
      return { resendAfterMs, expiresAt: new Date(now().getTime() + codeMs) };
    },
    async open(code, proof, how) {
      const order = await find(code);
      if (!order) throw new AppError('invalid_code', 'no code was mailed for this order');
      const given = { address: order.email, purpose, typed: proof } as const;
      const refusal = await db.transaction((tx) =>
        how === 'spend' ? codes.spend(tx, given) : codes.look(tx, given),
      );
      if (refusal) throw new AppError(refusal, 'the code was refused');
      return await viewOf(db, order);
    },
  };
}
