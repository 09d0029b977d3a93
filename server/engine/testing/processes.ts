import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process has started, by their ids (Linux). */
export function childrenOf(parent: number): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => parentOf(id) === parent);
}

function parentOf(id: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name before it is in brackets and may hold anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
