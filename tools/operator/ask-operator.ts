import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createOperator } from '../../server/operator/operator.ts';
import { OperatorError } from '../../server/operator/operator-error.ts';
import { type Config, urlHost } from '../../server/platform/config/config.ts';
import { type OpenDatabase, openPostgres } from '../../server/platform/database/database.ts';
import { openDatabaseOf } from '../../server/platform/database/database-folder.ts';
import { StartDelayed, StartRefused } from '../../server/platform/errors.ts';
import { claimDataDir, DataDirInUse } from '../../server/platform/storage/data-dir.ts';
import { openProviders } from '../../server/providers/open-providers.ts';
import { createSandbox } from '../../server/providers/sandbox/sandbox.ts';

/** A refusal with its stable code. `couldRun` is false if the request could not be made. */
export type Refusal = { ok: false; code: string; message: string; couldRun: boolean };
export type Answer = { ok: true; result: unknown; by: 'server' | 'database' } | Refusal;

const refused = (code: string, message: string, couldRun = false): Refusal => ({
  ok: false,
  code,
  message,
  couldRun,
});

/** Returns the URL of the configured server, as seen from this machine. */
export function serverUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isAny = host === '0.0.0.0' || host === '::';
  return `http://${urlHost(isAny ? '127.0.0.1' : host)}:${port}`;
}

const answerMs = 120_000;

const isAway = (error: unknown) =>
  (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED';

/** Returns the answer of the running server, or null if no server is running. */
async function askServer(
  { url, token }: { url: string; token: string },
  command: string,
  input: object,
): Promise<Answer | null> {
  try {
    const answer = await fetch(new URL(`/admin/api/${command}`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(answerMs),
      redirect: 'error',
    });
    const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null;
    if (body?.ok === true) return { ok: true, result: body.result, by: 'server' };
    if (typeof body?.code === 'string') {
      return refused(body.code, String(body.message), body.code !== 'wrong_token');
    }
    const code = typeof body?.success === 'string' ? body.success : 'not_our_server';
    return refused(code, `${url} answered ${answer.status}. Was it started with ADMIN_TOKEN?`);
  } catch (error) {
    if (isAway(error)) return null;
    const message = `${url} gave no answer (${(error as Error).message}). The command may or may not have been carried out: repeat it with the same --key.`;
    return refused('no_answer', message);
  }
}

const inUse = `The server is running and is the only one that can open the embedded database. Set ADMIN_TOKEN in .env (openssl rand -hex 32), restart the server and repeat the command, or stop the server first.`;

async function openOffline(config: Config): Promise<{ db: OpenDatabase; close(): Promise<void> }> {
  if (config.databaseUrl) {
    const db = await openPostgres(config.databaseUrl, () => {});
    return { db, close: () => db.close() };
  }
  if (!existsSync(join(config.dataDir, 'database-made'))) {
    throw new StartRefused(`There is no database in ${config.dataDir}. Set DATA_DIR.`);
  }
  const dataDir = claimDataDir(config.dataDir);
  const db = await openDatabaseOf(dataDir.path).catch((error: unknown) => {
    dataDir.release();
    throw error;
  });
  const close = async () => {
    await db.close();
    dataDir.release();
  };
  return { db, close };
}

const now = () => new Date();

/**
 * Returns the payment providers for a command that runs without a server. Webhook messages of the
 * sandbox wait until a server runs.
 */
async function providersOf({ payments, publicUrl }: Config, { db }: OpenDatabase) {
  const sandbox = payments.providers.includes('sandbox')
    ? createSandbox({
        db,
        now,
        publicUrl,
        secret: 'signs nothing here',
        onError: () => {},
        deliver: async () => 503,
      })
    : null;
  return await openProviders(payments, { publicUrl, sandbox, now });
}

async function askDatabase(config: Config, command: string, input: object): Promise<Answer> {
  const { db, close } = await openOffline(config);
  try {
    const operator = createOperator({
      db: db.db,
      now,
      providers: await providersOf(config, db),
      // The refund's row is saved, and a running server asks the provider within a minute.
      sendRefunds: async () => {},
    });
    // converts the values to the types that they have over HTTP
    const result = JSON.parse(JSON.stringify(await operator.run(command, input)));
    return { ok: true, result, by: 'database' };
  } catch (error) {
    if (error instanceof OperatorError) return refused(error.code, error.message, true);
    throw error;
  } finally {
    await close();
  }
}

/**
 * Runs the command on the running server if a server listens and ADMIN_TOKEN is set. Otherwise runs
 * it on the database.
 */
export async function askOperator(
  config: Config,
  command: string,
  input: object,
  url = serverUrl(config),
): Promise<Answer> {
  try {
    const token = config.adminToken;
    const answer = token ? await askServer({ url, token }, command, input) : null;
    return answer ?? (await askDatabase(config, command, input));
  } catch (error) {
    if (error instanceof DataDirInUse) return refused('data_dir_in_use', inUse);
    if (error instanceof StartRefused || error instanceof StartDelayed) {
      return refused('no_database', error.message);
    }
    const { message, code } = error as NodeJS.ErrnoException;
    return refused('no_database', message || String(code));
  }
}
