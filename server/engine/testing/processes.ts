import { readdirSync, readFileSync } from 'node:fs';

/* Reads process data from the Linux kernel. */

/** Returns the ids of the children of a process. */
export function childrenOf(parent: number): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => parentOf(id) === parent);
}

/** Returns the ids of a process and all of its descendants. */
export function treeOf(root: number): number[] {
  return [root, ...childrenOf(root).flatMap(treeOf)];
}

/** Returns the sum of the resident memory of processes, in megabytes. Ended processes count 0. */
export function residentMegabytes(ids: number[]): number {
  return ids.reduce((sum, id) => sum + residentOf(id), 0);
}

function residentOf(id: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${id}/status`))?.[1];
  return (Number(kilobytes ?? 0) * 1024) / 1e6;
}

/** Returns the CPU time that a process has used, in clock ticks of usually 10 ms. */
export function cpuTicksOf(id: number): number {
  const fields = statOf(id);
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

function parentOf(id: number): number | undefined {
  const [, parent] = statOf(id);
  return parent === undefined ? undefined : Number(parent);
}

/** Returns the fields of `/proc/ID/stat` from the third on, or nothing for an ended process. */
function statOf(id: number): string[] {
  const stat = read(`/proc/${id}/stat`);
  // Splits after the last bracket, because the program name may contain any character.
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : [];
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
