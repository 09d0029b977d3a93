/**
 * A realistic mistake, made by replacing text in a file of the product or by removing a key from
 * the database.
 */
export type Bug = {
  name: string;
  /** `from` must occur exactly once in the file */
  edits?: readonly { file: string; from: string; to: string }[];
  sql?: string;
};

const orders = 'server/orders';

/** Bugs that show only when several requests run at the same time. */
export const bugsAtOnce: readonly Bug[] = [
  {
    name: 'two plans may renew themselves: the unique key is gone',
    sql: 'drop index subscriptions_renewing',
  },
  {
    name: 'two orders with one key: the unique key and the check before are gone',
    sql: 'drop index orders_owner_idempotency',
    edits: [
      {
        file: `${orders}/order-creation.ts`,
        from: 'await lockOwner(tx, ownerId);\n    const known = await findOrderByKey(tx, ownerId, request.idempotencyKey);\n    if (known) return { order: sameOrder(known, request), isNew: false };',
        to: 'if (!tx) await lockOwner(tx, ownerId);',
      },
    ],
  },
  {
    name: 'orders are not locked',
    edits: [
      {
        file: 'server/orders/orders.store.ts',
        from: "const rows = await tx.select().from(orders).where(eq(orders.id, id)).for('update');",
        to: 'const rows = await tx.select().from(orders).where(eq(orders.id, id));',
      },
    ],
  },
  {
    name: 'lots are not locked',
    edits: [
      {
        file: 'server/credits/credit-lots.store.ts',
        from: ".orderBy(asc(creditLots.id))\n    .for('no key update');",
        to: '.orderBy(asc(creditLots.id));',
      },
    ],
  },
  {
    name: 'refunds by an operator have no limit',
    edits: [
      {
        file: 'server/operator/operator-writes.ts',
        from: 'if (left > 0) return left;',
        to: 'if (left > -1) return payment.amount;',
      },
    ],
  },
  {
    name: 'a second charge is lost if the first one was settled before',
    edits: [
      {
        file: `${orders}/settle-reports.ts`,
        from: '.sort((a, b) => Number(isOwn(a)) - Number(isOwn(b)))',
        to: '.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)))',
      },
    ],
  },
];
