import { sql } from 'drizzle-orm';
import {
  type Database,
  openEmbedded,
  openPostgres,
} from '../../../server/platform/database/database.ts';

/**
 * An empty database on a Postgres server, or an embedded database in memory. The dump of a migrated
 * embedded database saves the migrations.
 */
export type Where = { url: string } | { dump?: string };

/** A database with a method that removes every row of a schedule. */
export async function openHostDatabase(where: Where) {
  const opened =
    'url' in where ? await openPostgres(where.url, () => {}) : await openEmbedded(where);
  await keepMails(opened.db);
  let tables: string[] | undefined;
  return {
    ...opened,
    /** Empties every table that was empty at the first call. */
    async empty() {
      tables ??= await emptyTables(opened.db);
      const deletes = tables.map((name) => `delete from "${name}";`).join(' ');
      await opened.db.execute(
        sql.raw(`do $$ begin set local session_replication_role = replica; ${deletes} end $$`),
      );
    },
  };
}

/** The server purges mails after a month, but the judge needs all of them. */
async function keepMails(db: Database): Promise<void> {
  await db.execute(
    sql.raw('create table money_mails (cause text, kind text, address text, values jsonb)'),
  );
  await db.execute(
    sql.raw(`create function keep_mail() returns trigger language plpgsql as $$ begin
      insert into money_mails values (new.cause, new.kind, new.address, new.values); return null;
      end $$`),
  );
  await db.execute(
    sql.raw(
      'create trigger keep_mail after insert on mails for each row execute function keep_mail()',
    ),
  );
}

async function emptyTables(db: Database): Promise<string[]> {
  const { rows } = (await db.execute(
    sql.raw("select tablename as name from pg_tables where schemaname = 'public' order by 1"),
  )) as unknown as { rows: { name: string }[] };
  const empty: string[] = [];
  for (const { name } of rows) {
    const found = (await db.execute(sql.raw(`select 1 from "${name}" limit 1`))) as unknown as {
      rows: unknown[];
    };
    if (found.rows.length === 0) empty.push(name);
  }
  return empty;
}
