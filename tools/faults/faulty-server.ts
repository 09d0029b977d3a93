import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Kept } from './kept.ts';

const script = fileURLToPath(new URL('./faulty-server.fixture.ts', import.meta.url));

/** Longer than a start on a very busy machine. */
const patienceMs = 180_000;

export type FaultyServer = {
  url: string;
  /** what is kept after everything that is due has been done */
  look(): Promise<Kept>;
  /** @param point a write point and how often it is passed before: `task.claimed 2` */
  dieAt(point: string): void;
  /** resolves when the process is gone, by whatever */
  gone: Promise<unknown>;
  kill(): void;
};

/** The next message of the process; rejects when it ends first. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(patienceMs)]);
  try {
    const ended = once(child, 'exit', { signal }).then(([code, killedBy]) => {
      throw new Error(`the server ended (${killedBy ?? code})`);
    });
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message;
  } finally {
    stop.abort();
  }
}

function spawnServer(dataDir: string): ChildProcess {
  return spawn(process.execPath, [script], {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      RUN_ENV: 'test',
      TRUST_PROXY: '1',
      GUEST_DAILY_CREDITS: '100000',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Starts the server and kills it after so many milliseconds, wherever its start is then. */
export async function killAtStart(dataDir: string, ms: number): Promise<void> {
  const child = spawnServer(dataDir);
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  await once(child, 'exit');
  clearTimeout(timer);
}

export async function startServer(dataDir: string): Promise<FaultyServer> {
  const child = spawnServer(dataDir);
  const gone = once(child, 'exit');
  const { port } = (await nextMessage(child)) as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async look() {
      child.send('look');
      return ((await nextMessage(child)) as { kept: Kept }).kept;
    },
    dieAt: (point) => void child.send(point),
    gone,
    kill: () => void child.kill('SIGKILL'),
  };
}
