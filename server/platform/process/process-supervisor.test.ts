import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { supervise } from './process-supervisor.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a server that cannot be started is tried again after increasing pauses', async () => {
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

test('a signal that both a terminal and npm pass on reaches the server once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const passOn = new Map<string | symbol, (signal: NodeJS.Signals) => void>();
  vi.spyOn(process, 'on').mockImplementation((event, handler) => {
    passOn.set(event, handler as () => void);
    return process;
  });
  const kill = vi.fn();
  const child = Object.assign(new EventEmitter(), { kill });
  const code = supervise({ start: () => child as unknown as ChildProcess, say: () => undefined });
  passOn.get('SIGINT')?.('SIGINT');
  vi.advanceTimersByTime(499);
  passOn.get('SIGTERM')?.('SIGTERM');
  expect(kill).toHaveBeenCalledExactlyOnceWith('SIGINT');
  vi.advanceTimersByTime(1);
  passOn.get('SIGINT')?.('SIGINT');
  expect(kill).toHaveBeenCalledTimes(2);
  child.emit('exit', 0, null);
  expect(await code).toBe(0);
});
