import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundleScripts } from '../../../tools/testing/bundle-scripts.ts';
import { ServerDied } from './host.ts';
import type { Answer, Request, Requests } from './messages.ts';

const fixture = fileURLToPath(new URL('./server.fixture.ts', import.meta.url));

/** No start takes longer, even on a very busy machine. */
const patienceMs = 180_000;

const linesKept = 8;

/** A server ended without being killed, for example because it refused to start. */
export class ServerEnded extends ServerDied {}

const endOf = (child: ChildProcess, told = ''): ServerEnded =>
  new ServerEnded(`the server ended (${child.signalCode ?? child.exitCode})${told && `: ${told}`}`);

/** Resolves when the process was killed. Rejects with ServerEnded if it ended by itself. */
async function killed(child: ChildProcess, lastError: () => string): Promise<void> {
  const closed = once(child, 'close');
  await once(child, 'exit');
  if (child.signalCode === 'SIGKILL') return;
  await closed;
  throw endOf(child, lastError());
}

/** Returns the child's last output. It is an error, because the child logs only errors. */
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

/** Sends requests, and returns their answers. @throws ServerEnded if the process ends first */
function createAsk(child: ChildProcess) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let requests = 0;
  child.on('message', ({ id, answer, failure }: Answer) => {
    if (failure === null) waiting.get(id)?.resolve(answer);
    else waiting.get(id)?.reject(new Error(failure));
  });
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(endOf(child));
  });
  return async <Name extends keyof Requests>(
    name: Name,
    ...given: Parameters<Requests[Name]>
  ): Promise<Awaited<ReturnType<Requests[Name]>>> => {
    if (!child.connected) throw endOf(child);
    requests += 1;
    const id = requests;
    const request = Promise.withResolvers<unknown>();
    waiting.set(id, request);
    const timer = setTimeout(
      () => request.reject(new Error(`The server process did not answer “${name}” in time.`)),
      patienceMs,
    );
    child.send({ id, name, given } satisfies Request);
    return (await request.promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
    })) as Awaited<ReturnType<Requests[Name]>>;
  };
}

function load(script: string) {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Unlike JSON, this keeps dates in rows.
    serialization: 'advanced',
  });
  const lastError = readLastError(child);
  const gone = killed(child, lastError);
  gone.catch(() => {});
  const ask = createAsk(child);
  const loaded = ask('load');
  loaded.catch(() => {});
  return {
    loaded,
    /** resolves when the process was killed; rejects with ServerEnded if it ended by itself */
    gone,
    lastError,
    ask,
    /** Returns false if the process had already ended. */
    kill: () => child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'),
    signal: (name: 'SIGSTOP' | 'SIGCONT') => child.kill(name),
    /** Stops the process in order. Returns its exit code, or null if it was killed. */
    async terminate(): Promise<number | null> {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return child.exitCode;
    },
  };
}

export type ServerProcess = ReturnType<typeof load>;

/** Starts server processes in advance. While one is in use, the next one loads its modules. */
export async function createLauncher() {
  const { scripts, remove } = await bundleScripts({ fixture });
  let next = load(scripts.fixture);
  return {
    /** duration of the last start in milliseconds, used to choose the moment of a kill */
    startMs: 1500,
    async take(): Promise<ServerProcess> {
      const server = next;
      await server.loaded;
      next = load(scripts.fixture);
      return server;
    },
    async close() {
      next.kill();
      await next.gone.catch(() => {});
      await remove();
    },
  };
}

export type Launcher = Awaited<ReturnType<typeof createLauncher>>;
