import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundleScripts } from '../../../tools/testing/bundle-scripts.ts';
import type { DieAt, FromServer, Kept, StartMessage, ToServer } from './messages.ts';

const fixture = fileURLToPath(new URL('./faulty-server.fixture.ts', import.meta.url));

/** Longer than a start on a very busy machine. */
const patienceMs = 180_000;

const linesKept = 8;

/** Data directory and database that successive servers use. */
export type Place = {
  directory: string;
  /** null for the embedded database */
  databaseUrl: string | null;
  engine: StartMessage['engine'];
};

export type FaultyServer = {
  url: string;
  /** performs all due work and returns the stored state */
  look(): Promise<Kept>;
  /** Sets the clock and performs all due work; false if the process died of it. */
  sweep(aheadMs: number): Promise<boolean>;
  dieAt(dieAt: DieAt): void;
  /** The newest code mailed to an address; null if there is none or the process has ended. */
  findCode(address: string): Promise<string | null>;
  /** its last output; its log has only errors */
  lastError(): string;
  /** resolves when the process was killed; rejects with ServerEnded if it ended by itself */
  gone: Promise<void>;
  /** False if it had ended already. */
  kill(): boolean;
};

/** A server ended without being killed, for example because it refused to start. */
export class ServerEnded extends Error {}

const endOf = (child: ChildProcess, told = ''): ServerEnded =>
  new ServerEnded(`the server ended (${child.signalCode ?? child.exitCode})${told && `: ${told}`}`);

/** Resolves when the process was killed; rejects with ServerEnded if it ended by itself. */
async function killed(child: ChildProcess, lastError: () => string): Promise<void> {
  const closed = once(child, 'close');
  await once(child, 'exit');
  if (child.signalCode === 'SIGKILL') return;
  await closed;
  throw endOf(child, lastError());
}

/** The next message of this kind; rejects with ServerEnded if the process ends first. */
async function nextMessage<Kind extends FromServer['kind']>(
  child: ChildProcess,
  kind: Kind,
  isMeant: (message: FromServer) => boolean = () => true,
): Promise<FromServer & { kind: Kind }> {
  const { promise, resolve, reject } = Promise.withResolvers<FromServer & { kind: Kind }>();
  const hear = (message: FromServer) => {
    if (message.kind === kind && isMeant(message)) resolve(message as FromServer & { kind: Kind });
  };
  const end = () => reject(endOf(child));
  const timer = setTimeout(() => reject(new Error(`no message: ${kind}`)), patienceMs);
  child.on('message', hear).on('exit', end);
  if (child.exitCode !== null || child.signalCode !== null) end();
  return await promise.finally(() => {
    clearTimeout(timer);
    child.off('message', hear).off('exit', end);
  });
}

function spawnFixture(script: string): ChildProcess {
  return spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

const envOf = ({ directory, databaseUrl }: Place): Record<string, string> => ({
  DATA_DIR: directory,
  PORT: '0',
  LOG_LEVEL: 'error',
  RUN_ENV: 'test',
  API_PAGE: '0',
  TRUST_PROXY: '1',
  // Seven tasks a day are free; after sign-up, tasks take from a lot as well.
  GUEST_DAILY_CREDITS: '30',
  WELCOME_CREDITS: '100000',
  NEW_GUESTS_PER_ADDRESS: '100000',
  CODES_PER_SUBNET: '100000',
  CODES_PER_SUBNET_AND_ADDRESS: '100000',
  CODES_PER_ADDRESS: '100000',
  CONTACT_MESSAGES_PER_HOUR: '100000',
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
});

const send = (child: ChildProcess, message: ToServer) => {
  if (child.connected) child.send(message);
};

/** Its last output; its log has only errors. */
function readLastError(child: ChildProcess): () => string {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface(stream).on('line', (line) => {
      said.push(line);
      said.splice(0, said.length - linesKept);
    });
  }
  return () => said.join('\n');
}

type Started = Pick<FaultyServer, 'gone' | 'lastError'> & { port: number };

function serverOf(child: ChildProcess, { port, gone, lastError }: Started): FaultyServer {
  return {
    lastError,
    url: `http://127.0.0.1:${port}`,
    gone,
    async look() {
      send(child, { kind: 'look' });
      return (await nextMessage(child, 'kept')).kept;
    },
    async sweep(aheadMs) {
      send(child, { kind: 'sweep', aheadMs });
      const swept = nextMessage(child, 'swept').then(() => true);
      return await Promise.race([
        swept.catch(() => false),
        gone.then(
          () => false,
          () => false,
        ),
      ]);
    },
    async findCode(address) {
      send(child, { kind: 'findCode', address });
      const isOf = (message: FromServer) => message.kind === 'code' && message.address === address;
      const told = nextMessage(child, 'code', isOf).then(({ code }) => code);
      return await told.catch(() => null);
    },
    dieAt: (dieAt) => send(child, { kind: 'dieAt', dieAt }),
    kill: () => child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'),
  };
}

/** Starts servers; the next one is loaded while the last one works. */
export async function createLauncher() {
  const { scripts, remove } = await bundleScripts({ fixture });
  let next = spawnFixture(scripts.fixture);
  let loaded = nextMessage(next, 'loaded');
  loaded.catch(() => {});
  /** duration of the last start, milliseconds */
  let startMs = 1500;

  async function takeLoaded(): Promise<ChildProcess> {
    const child = next;
    await loaded;
    next = spawnFixture(scripts.fixture);
    loaded = nextMessage(next, 'loaded');
    loaded.catch(() => {});
    return child;
  }

  return {
    async start(place: Place, aheadMs: number): Promise<FaultyServer> {
      const child = await takeLoaded();
      const lastError = readLastError(child);
      const gone = killed(child, lastError);
      gone.catch(() => {});
      const { engine } = place;
      const began = performance.now();
      send(child, { kind: 'start', env: envOf(place), engine, aheadMs, dieAt: null });
      const { port } = await nextMessage(child, 'listening').catch(async (error: unknown) => {
        await gone;
        throw error;
      });
      startMs = performance.now() - began;
      return serverOf(child, { port, gone, lastError });
    },
    /**
     * Starts a server that dies at a point, or is killed after a share of the duration of a start.
     * @returns true if it died at the point
     */
    async startAndKill(place: Place, aheadMs: number, where: DieAt | number): Promise<boolean> {
      const child = await takeLoaded();
      const { engine } = place;
      const dieAt = typeof where === 'number' ? null : where;
      const gone = killed(child, readLastError(child));
      const listening = nextMessage(child, 'listening').catch(() => {});
      send(child, { kind: 'start', env: envOf(place), engine, aheadMs, dieAt });
      const timer =
        typeof where === 'number' ? setTimeout(() => child.kill('SIGKILL'), where * startMs) : null;
      // A point of the start has passed when all due work is done.
      if (dieAt) void listening.then(() => child.kill('SIGKILL'));
      await gone;
      if (timer) clearTimeout(timer);
      return dieAt !== null && !child.killed;
    },
    async close() {
      next.kill('SIGKILL');
      if (next.exitCode === null && next.signalCode === null) await once(next, 'exit');
      await remove();
    },
  };
}

export type Launcher = Awaited<ReturnType<typeof createLauncher>>;
