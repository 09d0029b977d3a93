import type { Database, Tx } from '../../../server/platform/database/database.ts';

/** The state of a server. A dead server does not write. */
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
 * The database of one server. After the server's death its queries fail and open transactions are
 * rolled back. A commit that was already sent is carried out, as in a killed process.
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
