import { and, eq, type InferSelectModel, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';
import { nextRevision } from './revisions.ts';

/** Any table whose rows have a lifecycle. */
export type LifecycleTable = PgTable & {
  id: AnyPgColumn;
  status: AnyPgColumn;
  revision: AnyPgColumn;
};

export type Status = number | string;

export type RowMove<Table extends LifecycleTable> = {
  id: string;
  from: Status[];
  to: Status;
  /** additional condition for the row */
  where?: SQL | undefined;
  set: PgUpdateSetSource<Table>;
};

/**
 * Moves a row to the status `to` in one update, if its status is one of `from`. Returns undefined
 * if no row matches.
 * @returns the updated row and its previous status
 */
export async function moveRow<Table extends LifecycleTable>(
  tx: Tx,
  table: Table,
  { id, from, to, where, set }: RowMove<Table>,
): Promise<{ row: InferSelectModel<Table>; from: Status } | undefined> {
  const anyTable: LifecycleTable = table;
  // The row is locked, so that a concurrent update cannot change the returned status.
  const before = tx
    .select({ movedId: table.id, movedFrom: sql<Status>`${table.status}`.as('moved_from') })
    .from(anyTable)
    .where(eq(table.id, id))
    .for('update')
    .as('before');
  const rows = await tx
    .update(anyTable)
    .set({ ...set, status: to, revision: nextRevision(table.revision) })
    .from(before)
    .where(and(eq(table.id, id), eq(table.id, before.movedId), inArray(table.status, from), where))
    .returning({ row: anyTable, from: before.movedFrom });
  return rows[0] as { row: InferSelectModel<Table>; from: Status } | undefined;
}
