import { and, eq, type InferSelectModel, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';
import { nextRevision } from './revisions.ts';

/** A table of rows with a lifecycle. */
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
  /** further condition on the row */
  where?: SQL | undefined;
  set: PgUpdateSetSource<Table>;
};

/**
 * Moves the row to `to` in one conditional update if its status is still one of `from`. Undefined if another
 * update was first.
 * @returns the updated row, and its previous status
 */
export async function moveRow<Table extends LifecycleTable>(
  tx: Tx,
  table: Table,
  { id, from, to, where, set }: RowMove<Table>,
): Promise<{ row: InferSelectModel<Table>; from: Status } | undefined> {
  const anyTable: LifecycleTable = table;
  // Locked, so that no concurrent update changes the returned status.
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
