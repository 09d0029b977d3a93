import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from '../../tools/build/prepare.ts';
import { fastNetworks } from './fast-networks.ts';
import { operatorToken, productSecret } from './product-secret.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const recorder = new URL('../../workshop/paths/coverage/server-recorder.ts', import.meta.url).href;

type Product = {
  url: string;
  /** path of the file with the measured durations of the functions */
  timings: string;
  /** returns the output of the server, which contains its log */
  output: () => string;
  stop: () => Promise<void>;
};

export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.once('error', reject);
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    probe.close(() => resolve(port));
  });
  return promise;
}

/**
 * Resolves when the server has printed its URL. Rejects with the server's output if the server
 * exits first.
 */
function announced(server: ChildProcessByStdio<null, Readable, Readable>, url: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  const hear = (chunk: Buffer) => {
    output += String(chunk);
    if (output.includes(url)) resolve();
  };
  server.stdout.on('data', hear);
  server.stderr.on('data', hear);
  server.once('exit', () => reject(new Error(`The server exited before it was ready:\n${output}`)));
  return promise;
}

type ServerOptions = {
  /** the repository, or a copy with its own builds */
  folder: string;
  port: number;
  dataDir: string;
  environment: Record<string, string>;
  /** is notified of the server's output, which contains its log */
  onOutput?: (text: string) => void;
};

/** Starts the real server. When it listens, resolves with a function that stops it. */
export async function startServer(options: ServerOptions): Promise<() => Promise<void>> {
  const { folder, port, dataDir, environment } = options;
  const server = spawn(process.execPath, ['--import', recorder, join(folder, 'server/main.ts')], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
      STORAGE_SECRET: productSecret,
      ADMIN_TOKEN: operatorToken,
      GUEST_DAILY_CREDITS: '20',
      // the visitors of all tests share one IP address
      NEW_GUESTS_PER_ADDRESS: '10000',
      CODES_PER_SUBNET: '10000',
      UNUSED_UPLOADS_PER_ADDRESS: '1000',
      REQUESTS_PER_MINUTE: '10000',
      PREVIEW_SECONDS_PER_MINUTE: '10000',
      // the server measures its speed at the start, and on a busy machine no task must seem too
      // slow
      TASK_DEADLINE_MINUTES: '6000',
      LIGHTWELL_MEASURED_BY: 'browser',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stdout.on('data', (chunk: Buffer) => options.onOutput?.(String(chunk)));
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await announced(server, `http://127.0.0.1:${port}`);
  return async () => {
    server.kill('SIGTERM');
    await gone;
  };
}

/**
 * Starts the real product with the newest pages on a free port and with its own data. The product
 * measures its speed unless an earlier product has stored the result; a measurement takes ten
 * seconds of processor time.
 */
export async function startProduct(environment: Record<string, string>): Promise<Product> {
  ensureBuild(environment.RUN_ENV === 'production' ? 'production' : 'development');
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'lightwell-browser-'));
  const timings = join(dataDir, 'timings.json');
  const networks =
    environment.RUN_ENV === 'test' ? { NETWORKS_FOLDER: fastNetworks(dataDir) } : undefined;
  const measured = process.env.LIGHTWELL_TIMINGS;
  if (measured && existsSync(measured)) copyFileSync(measured, timings);
  let output = '';
  const end = await startServer({
    onOutput: (text) => {
      output += text;
    },
    folder: root,
    port,
    dataDir,
    environment: { ...networks, ...environment },
  });
  return {
    url: `http://127.0.0.1:${port}`,
    timings,
    output: () => output,
    stop: async () => {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
