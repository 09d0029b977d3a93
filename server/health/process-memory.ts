import { readdir, readFile } from 'node:fs/promises';

const read = (path: string) => readFile(path, 'utf8').catch(() => '');

async function childrenOf(pid: string): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((id) => read(`/proc/${pid}/task/${id}/children`)));
  return lists.flatMap((list) => list.split(' ').filter(Boolean));
}

/** Returns the kind of an engine process, such as `job`, from its script `job.child.ts`. */
const kindOf = (commandLine: string) => /(\w+)\.child\.[jt]s/.exec(commandLine)?.[1] ?? 'other';

/**
 * Returns the resident memory in bytes of this process (`server`) and of its child processes, by
 * kind. Only Linux reports child processes; elsewhere the result contains only `server`.
 */
export async function memoryByKind(): Promise<Map<string, number>> {
  const bytes = new Map([['server', process.memoryUsage.rss()]]);
  for (const pid of await childrenOf('self')) {
    const kind = kindOf(await read(`/proc/${pid}/cmdline`));
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(await read(`/proc/${pid}/status`))?.[1];
    bytes.set(kind, (bytes.get(kind) ?? 0) + Number(kilobytes ?? 0) * 1024);
  }
  return bytes;
}
