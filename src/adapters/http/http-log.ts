import type { LogPort } from '../../../machines/ports/log.port.ts';
import { failureOf, type PortFailure } from '../../../machines/ports/port-failure.ts';
import type { LogLine } from '../storage/device-database.ts';
import type { KeptLog } from '../storage/kept-log.ts';
import type { CallApi } from './api-client.ts';
import type { Reach } from './reach.ts';

type Settings = { kept: KeptLog; reach: Reach; now: () => Date };

/** Adds to a delayed line the time at which the line was written. */
const dated = (line: LogLine, writtenAt: string): LogLine => ({
  ...line,
  parameters: { ...line.parameters, writtenAt },
});

/**
 * Creates the operation log. Lines are sent in the order in which they were written. A line that
 * was not sent waits for the connection. A line that was sent is never sent again, even if it was
 * not answered (R32).
 */
export function createHttpLog(api: CallApi, { kept, reach, now }: Settings): LogPort {
  let written: { line: LogLine; at: string }[] = [];
  let mayHaveKept = true;
  let busy = false;
  let onRefused: (failure: PortFailure) => void = () => {};

  async function keepWritten() {
    if (written.length === 0) return;
    const lines = written.map(({ line, at }) => dated(line, at));
    written = [];
    mayHaveKept = true;
    await kept.add(lines);
  }

  async function send({ name, parameters }: LogLine) {
    try {
      await api('logEvent', { payload: { name, parameters } });
    } catch (error) {
      const failure = failureOf(error);
      const { reason } = failure;
      onRefused(failure);
      if (reason === 'offline' || reason === 'timeout') await kept.countMissing();
    }
  }

  async function sendKept() {
    if (!mayHaveKept || !(await kept.begin())) return;
    try {
      while (reach.isReachable()) {
        const line = await kept.take();
        mayHaveKept = line !== null;
        if (!line) return;
        await send(line);
      }
    } finally {
      kept.end();
    }
  }

  async function sendNext() {
    const next = written.shift();
    if (next) await send(next.line);
  }

  async function work() {
    if (busy) return;
    busy = true;
    do {
      if (reach.isReachable()) await sendKept();
      await (reach.isReachable() ? sendNext() : keepWritten());
    } while (written.length > 0);
    busy = false;
  }

  reach.onReachable(work);
  return {
    writeLog: ({ level, name, parameters }, hearRefusal) => {
      if (hearRefusal) onRefused = hearRefusal;
      const line = { name, parameters: { level, ...parameters } };
      written.push({ line, at: now().toISOString() });
      work();
    },
  };
}
