import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bugs } from './bugs.ts';
import type { Bug } from './bugs-at-once.ts';

/** The first run in which the judge found the bug, with the judge's sentence. */
export type Found = { name: string; runs: number; seed: number; sentence: string };

const child = fileURLToPath(new URL('./bug.child.ts', import.meta.url));

async function find({ name }: Bug, runs: number, seed: number): Promise<Found | null> {
  const process_ = spawn(process.execPath, [child, name, String(runs), String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  process_.stdout.on('data', (text: Buffer) => {
    said += text.toString();
  });
  await once(process_, 'close');
  const line = said.split('\n').find((one) => one.startsWith('{'));
  return line === undefined ? null : (JSON.parse(line) as Found);
}

/** Runs schedules in a separate process for each bug until the judge reports a violation. */
export async function findBugs(
  { runs, seed, at = '' }: { runs: number; seed: number; at?: string | undefined },
  say: (bug: Bug, found: Found | null) => void,
): Promise<{ found: Found[]; missed: string[] }> {
  const found: Found[] = [];
  const missed: string[] = [];
  for (const bug of bugs.filter(({ name }) => name.includes(at))) {
    const one = await find(bug, runs, seed);
    if (one) found.push(one);
    else missed.push(bug.name);
    say(bug, one);
  }
  return { found, missed };
}
