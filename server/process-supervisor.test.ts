import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { supervise } from './process-supervisor.ts';

test('a server that could not be started is tried again, after longer and longer pauses', async () => {
  const commands = ['/nothing/here', '/nothing/there', process.execPath];
  const said: string[] = [];
  const code = await supervise({
    say: (sentence) => said.push(sentence),
    pauseMs: 1,
    start: () => spawn(commands.shift() ?? '', ['-e', '']),
  });
  expect(code).toBe(0);
  const died = 'The server died (ENOENT). It starts again in';
  expect(said).toEqual([`${died} 0.001 s.`, `${died} 0.002 s.`]);
});
