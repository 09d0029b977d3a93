import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { uploadSignature } from '../../contract/ai-function.ts';
import { startTestServer } from '../testing/server.fixture.ts';
import { multipart, photo } from '../testing/visitor.fixture.ts';
import { uploads } from './uploads.schema.ts';

test('an upload whose row another process has removed is not acknowledged, and leaves no file', async () => {
  const server = await startTestServer();
  const { app, database, directory } = server;
  const { db } = database;
  // The row disappears after the file is stored and before the row is updated.
  await db.execute(sql`create function lose_row() returns trigger language plpgsql as $$
    begin delete from uploads where key = new.key; return null; end $$`);
  await db.execute(sql`create trigger lose_row before update on uploads for each row
    when (new.state = 'stored') execute function lose_row()`);
  const { obj } = await server.visitor().call('GET', '/v1/file/notAuthSignature/png');
  const { url, fields } = uploadSignature.parse(obj);
  const form = multipart(fields, await photo());
  const { statusCode } = await app.inject({ method: 'POST', url, ...form });
  await db.execute(sql`drop function lose_row cascade`);
  expect(statusCode).toBe(503);
  expect(readdirSync(join(directory, 'files', 'uploads'))).toEqual([]);
  await server.stop();
});

test('an upload that another process receives again keeps its row and its file', async () => {
  const server = await startTestServer();
  const { app, database, directory } = server;
  const { db } = database;
  // Another process takes over the upload after the file is stored.
  await db.execute(sql`create function take_over() returns trigger language plpgsql as $$
    begin update uploads set receiver = 'another' where key = new.key; return new; end $$`);
  await db.execute(sql`create trigger take_over after insert on uploads for each row
    execute function take_over()`);
  const { obj } = await server.visitor().call('GET', '/v1/file/notAuthSignature/png');
  const { url, fields, fileKey } = uploadSignature.parse(obj);
  const { statusCode } = await app.inject({
    method: 'POST',
    url,
    ...multipart(fields, await photo()),
  });
  await db.execute(sql`drop function take_over cascade`);
  expect(statusCode).toBe(503);
  const rows = await db.select().from(uploads);
  expect(rows).toMatchObject([{ key: fileKey, state: 'receiving', receiver: 'another' }]);
  expect(readdirSync(join(directory, 'files', 'uploads'))).toHaveLength(1);
  await server.stop();
});
