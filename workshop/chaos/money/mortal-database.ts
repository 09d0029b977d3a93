import type { Database, Tx } from '../../../server/store/database.ts';

/** A server and the moment from which it is dead. */
export type Life = { isOver: boolean };

/** What a dead server hears from its database. */
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
 * The database as one server sees it. Once that is dead nothing more is written: whatever it still asks fails,
 * and a transaction that is open is rolled back, also when its last statement was done. A commit that was on its
 * way arrives, as it would from a process.
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
