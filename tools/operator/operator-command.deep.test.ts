import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balancesOf, ledgerOf, newOwner } from '../../server/credits/purse.fixture.ts';
import { bought, newBuyer, orderOf, rowsOf } from '../../server/orders/money.fixture.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabaseOf } from '../../server/platform/database/database-folder.ts';
import { claimDataDir } from '../../server/platform/storage/data-dir.ts';
import { listen, sharedTestServer } from '../../server/testing/shared-test-server.fixture.ts';
import { newKey } from '../../server/testing/visitor.fixture.ts';
import { root } from '../build/prepare.ts';
import { askOperator } from './ask-operator.ts';

/* Runs the operator's commands as processes. Checks output, exit code and rows. */

const token = 'a token of an operator, 32 or more';
const server = sharedTestServer({ env: { ADMIN_TOKEN: token } });
let port: number;
let empty: string;
beforeAll(async () => {
  port = await listen(server);
  empty = mkdtempSync(join(tmpdir(), 'lightwell-operator-'));
});
afterAll(() => rmSync(empty, { recursive: true, force: true }));

type Said = { code: number; out: string; err: string };

async function run(script: string, args: string[], env: Record<string, string>): Promise<Said> {
  const child = spawn(process.execPath, [join(root, 'scripts', script), ...args], {
    // This machine's own server configuration must not be used.
    env: { PATH: process.env.PATH, DATA_DIR: empty, HOST: '127.0.0.1', PORT: `${port}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, err };
}

const admin = (args: string[], env: Record<string, string> = {}) =>
  run('admin.ts', args, { ADMIN_TOKEN: token, ...env });

test('a grant is made once per key, and the ledger names who made it', async () => {
  const { email, ownerId } = await newBuyer(server);
  const options = ['--email', email, '--credits', '25', '--reason', 'lost photo', '--by', 'ada'];
  const key = newKey();
  const grant = () => admin(['grant', ...options, '--key', key, '--yes']);
  expect(await grant()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^outcome granted, .*credits 25/),
    err: `key ${key}\n`,
  });
  expect(await grant()).toMatchObject({ code: 0, out: expect.stringMatching(/^outcome repeated/) });
  const lines = await ledgerOf(server.database.db, ownerId);
  expect(lines.filter((line) => line.startsWith('grant 25 '))).toHaveLength(1);
  const { out } = await admin(['ledger', '--owner', ownerId]);
  // a new account has 20 of the 45 credits
  expect(out).toContain(`${ownerId} has 45 credits in lots`);
  expect(out).toMatch(/grant\s+25\s+ada\s+lost photo/);
});

test('a refund returns the rest and prints the state of the order', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  const refund = (...rest: string[]) =>
    admin(['refund', code.toLowerCase(), '--reason', 'broken', '--by', 'ada', '--yes', ...rest]);
  expect(await refund('--amount', '100')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^outcome asked, .*amount 100/),
  });
  expect((await orderOf(buyer, code)).status).toBe('partlyRefunded');
  expect((await refund()).out).toMatch(/amount 299/);
  expect((await rowsOf(server, code)).refunds.map(({ state }) => state)).toEqual(['done', 'done']);
  expect((await admin(['order', code])).out).toMatch(
    / is refunded[\s\S]*by an operator\n.*\n.*ada/,
  );
  expect(await refund()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/\nnot_paid: /),
  });
});

test('lists orders as a table, as JSON and as CSV', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  const orders = (...rest: string[]) => admin(['orders', '--email', buyer.email, ...rest]);
  expect((await orders()).out).toMatch(new RegExp(`${code}\\s+paid\\s+399\\s+EUR`));
  expect(JSON.parse((await orders('--json')).out)).toMatchObject([{ code, amount: 399 }]);
  const [names, row, ...more] = (await orders('--csv')).out.trim().split('\r\n');
  expect(names).toMatch(/^code,/);
  expect(row).toContain(code);
  expect(more).toEqual([]);
});

test('grants nothing without confirmation, and prints the usage after a bad call', async () => {
  const ownerId = await newOwner(server.database.db);
  const options = ['grant', '--owner', ownerId, '--credits', '5', '--reason', 'x'];
  const calls: [string[], RegExp][] = [
    [[...options, '--key', newKey()], /^There is no terminal to ask for confirmation: add --yes/],
    [[...options, '--yes'], /^The command grant needs --key/],
    [['refund', 'LW-1', '--yes'], /^The command refund needs --reason/],
    [['ledger', '--state', 'paid'], /^The command ledger has no option --state/],
  ];
  const answers = await Promise.all(calls.map(([args]) => admin(args)));
  for (const [n, [, sentence]] of calls.entries()) {
    expect(answers[n]).toMatchObject({ code: 2, out: '', err: expect.stringMatching(sentence) });
    expect(answers[n]?.err).toContain('npm run admin -- orders');
  }
  expect(await balancesOf(server.database.db, ownerId)).toEqual({});
});

test('exits with 2 and a code if the request cannot be made, also as JSON', async () => {
  const wrong = await admin(['stuck', '--json'], { ADMIN_TOKEN: `${token}!` });
  expect(wrong.code).toBe(2);
  expect(JSON.parse(wrong.err)).toMatchObject({ ok: false, code: 'wrong_token' });
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port: free } = closed.address() as AddressInfo;
  closed.close();
  const nowhere = await admin(['stuck'], { PORT: `${free}` });
  expect(nowhere).toMatchObject({ code: 2, err: expect.stringMatching(/^no_database: /) });
  const short = await admin(['stuck'], { ADMIN_TOKEN: 'short' });
  expect(short).toMatchObject({ code: 2, err: expect.stringContaining('ADMIN_TOKEN') });
});

test('the doctor says what it checked and that all agree', async () => {
  const { code, out } = await run('doctor.ts', [], { ADMIN_TOKEN: token });
  expect(out).toMatch(/\d+ orders, \d+ lots, \d+ plans: all agree\./);
  expect(code).toBe(0);
});

test('recognises another program at the port, and one that does not answer', async () => {
  const stranger = createServer((request, answer) => {
    if (request.url?.endsWith('/stuck')) answer.end('<html>');
    else request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const config = readConfig({ DATA_DIR: empty, ADMIN_TOKEN: token });
  expect(await askOperator(config, 'stuck', {}, url)).toMatchObject({ code: 'not_our_server' });
  expect(await askOperator(config, 'orders', {}, url)).toMatchObject({
    ok: false,
    code: 'no_answer',
    couldRun: false,
    message: expect.stringContaining('repeat it with the same --key'),
  });
  stranger.close();
});

test('without a server the command asks the database, unless a server holds it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'lightwell-operator-'));
  const dataDir = claimDataDir(directory);
  const config = readConfig({ DATA_DIR: directory });
  const ask = (command: string, input = {}) => askOperator(config, command, input);
  const db = await openDatabaseOf(directory);
  const owner = await newOwner(db.db);
  expect(await ask('stuck')).toMatchObject({ ok: false, code: 'data_dir_in_use' });
  await db.close();
  dataDir.release();
  const grant = { owner, credits: 7, reason: 'lost photo', key: newKey(), by: 'ada' };
  const given = await ask('grant', grant);
  expect(given, JSON.stringify(given)).toMatchObject({ ok: true, by: 'database' });
  expect(await ask('ledger', { owner })).toMatchObject({ ok: true, result: { balance: 7 } });
  expect(await ask('order', { code: 'LW-NONE' })).toMatchObject({ ok: false, couldRun: true });
  rmSync(directory, { recursive: true, force: true });
});
