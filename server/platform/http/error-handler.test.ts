import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { DatabaseGone } from '../database/database-away.ts';
import { toAppError } from './error-handler.ts';

const failed = (cause: Error) => new DrizzleQueryError('select 1', [], cause);
const withCode = (code: string) => Object.assign(new Error('refused'), { code });

test.each([
  failed(new Error('Connection terminated unexpectedly')),
  failed(new Error('Client has encountered a connection error and is not queryable')),
  failed(new DatabaseGone("the database's thread ended with code 1")),
  failed(withCode('57P01')),
  failed(withCode('ECONNREFUSED')),
])('reports a statement without a database connection as unavailable: %s', (error) => {
  expect(toAppError(error)).toMatchObject({ code: 'unavailable', status: 503 });
});

test.each([failed(withCode('23505')), new Error('the database of photos'), withCode('EPIPE')])(
  'any other failure is unexpected: %s',
  (error) => {
    expect(toAppError(error)).toMatchObject({ code: 'internal_error', status: 500 });
  },
);
