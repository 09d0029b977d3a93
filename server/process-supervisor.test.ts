import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { supervise } from './process-supervisor.ts';

test('a server that could not be started is tried again', async () => {
  const commands = ['/nothing/here', process.execPath];
  const said: string[] = [];
  const code = await supervise({
    say: (sentence) => said.push(sentence),
    pauseMs: 1,
    start: () => spawn(commands.shift() ?? '', ['-e', '']),
  });
  expect(code).toBe(0);
  expect(said).toEqual(['The server died (ENOENT). It starts again in 0.001 s.']);
});
