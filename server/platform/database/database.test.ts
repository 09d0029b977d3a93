import { expect, expectTypeOf, test } from 'vitest';
import type { lockOwner, markSeen } from '../../owners/owners.store.ts';
import { tasks } from '../../tasks/tasks.schema.ts';
import { type Database, openEmbedded, type Tx } from './database.ts';
import { migratedDatabase } from './testing/migrated-database.fixture.ts';

test('the types of database and transaction are not interchangeable', () => {
  expectTypeOf<Database>().not.toExtend<Tx>();
  expectTypeOf<Tx>().not.toExtend<Database>();
  expectTypeOf<Database>().not.toExtend<Parameters<typeof lockOwner>[0]>();
  expectTypeOf<Tx>().not.toExtend<Parameters<typeof markSeen>[0]>();
  expectTypeOf<Tx>().not.toHaveProperty('transaction');
});

test('the database throws inside a transaction instead of causing a deadlock', async () => {
  const { db, close } = await openEmbedded({ dump: (await migratedDatabase()).dump });
  const inside = db.transaction(async () => await db.select().from(tasks));
  await expect(inside).rejects.toThrow('The database was used inside a transaction');
  const nested = db.transaction(() => db.transaction(async () => 'never'));
  await expect(nested).rejects.toThrow('The database was used inside a transaction');
  expect(await db.select().from(tasks)).toEqual([]);
  await close();
});
