import type { Database, Tx } from '../../../server/platform/database/database.ts';

/** A server, with a flag that ends its life. */
export type Life = { isOver: boolean };

/** Error that a dead server gets from its database. */
export class Dead extends Error {
  override message = 'the server is dead';
}

const mortal = <Queries extends object>(queries: Queries, life: Life): Queries =>
  new Proxy(queries, {
    get(target, name) {
      if (life.isOver) throw new Dead();
      return Reflect.get(target, name, target);
    },
  });

/**
 * The database as one server sees it. After its death nothing more is written: further queries
 * fail, and an open transaction is rolled back, even if its last statement was done. A commit that
 * was already sent is carried out, as if a process had sent it before its death.
 */
export function mortalDatabase(db: Database, life: Life): Database {
  async function transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    if (life.isOver) throw new Dead();
    return await db.transaction(async (tx) => {
      const result = await work(mortal(tx, life));
      if (life.isOver) throw new Dead();
      return result;
    });
  }
  return new Proxy(mortal(db, life), {
    get(target, name) {
      return name === 'transaction' ? transaction : Reflect.get(target, name, target);
    },
  });
}
