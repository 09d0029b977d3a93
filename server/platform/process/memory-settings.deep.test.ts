import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));

/** Prints the process id and settings each time a program starts in the process. */
const probe = `data:text/javascript,${encodeURIComponent(
  'console.log(JSON.stringify([process.pid, process.execArgv, process.env.MALLOC_ARENA_MAX]))',
)}`;

/**
 * Returns what each program has printed. The server ends early, because its configuration is
 * invalid.
 */
async function programsOf(environment: Record<string, string>, flags: string[] = []) {
  const child = spawn(process.execPath, [...flags, '--import', probe, main], {
    env: { PATH: process.env.PATH, PORT: 'none', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, problems] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect(problems).toMatch(/PORT/);
  const lines = output.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as [number, string[], string | undefined]);
}

it('applies the memory settings to a server that was started without them', async () => {
  const [first, second, ...more] = await programsOf({});
  expect(first?.[2]).toBeNull();
  expect(second).toEqual([first?.[0], expect.arrayContaining(['--max-semi-space-size=8']), '1']);
  expect(second?.[1]).toEqual(expect.arrayContaining(first?.[1] ?? []));
  expect(more).toEqual([]);
});

it("keeps the operator's settings", async () => {
  const environment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1' };
  const programs = await programsOf(environment, ['--max-semi-space-size=16']);
  expect(programs).toEqual([
    [expect.any(Number), expect.arrayContaining(['--max-semi-space-size=16']), '2'],
  ]);
});
