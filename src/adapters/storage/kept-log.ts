import type { LogLine, LogQueue, OpenDatabase } from './device-database.ts';
import type { TabLocks } from './tab-locks.ts';

/**
 * Stores the lines of the operation log that wait for a connection. All pages and tabs share these
 * lines.
 */
export type KeptLog = {
  /** adds lines; drops the oldest lines if there is no space */
  add: (lines: readonly LogLine[]) => Promise<void>;
  /**
   * Removes and returns the oldest line, or null if no line waits. The caller sends the line once.
   */
  take: () => Promise<LogLine | null>;
  /** counts a line that was sent and may not have arrived */
  countMissing: () => Promise<void>;
  /**
   * Makes this tab the only sender, which preserves the order of the lines. Resolves with false
   * while another tab sends.
   */
  begin: () => Promise<boolean>;
  end: () => void;
};

const mostLines = 100;
/** limit of characters for all lines together, as JSON */
const mostCharacters = 64_000;

const nothing: LogQueue = { lines: [], missing: 0 };
const key = 'operation';
const lock = 'log';

const lengthOf = (lines: readonly LogLine[]) =>
  lines.reduce((sum, line) => sum + JSON.stringify(line).length, 0);

function withLines({ lines, missing }: LogQueue, added: readonly LogLine[]): LogQueue {
  const all = [...lines, ...added];
  let kept = all.slice(-mostLines);
  while (lengthOf(kept) > mostCharacters) kept = kept.slice(1);
  return { lines: kept, missing: missing + all.length - kept.length };
}

/**
 * Returns the first line and the queue without that line. If lines are missing, the first line
 * reports their number.
 */
function withoutFirst({ lines, missing }: LogQueue): { queue: LogQueue; line: LogLine | null } {
  if (missing > 0) {
    const line = { name: 'log.incomplete', parameters: { level: 'warning', missing } };
    return { queue: { lines, missing: 0 }, line };
  }
  const [line = null, ...others] = lines;
  return { queue: { lines: others, missing }, line };
}

/** Creates the store. If the browser refuses storage, lines wait in this page's memory. */
export function createKeptLog(open: OpenDatabase, locks: TabLocks | null): KeptLog {
  let here = nothing;
  let refused = false;

  /** Changes the stored queue in one transaction, so that two tabs never take the same line. */
  async function changeStored(change: (queue: LogQueue) => LogQueue) {
    const transaction = (await open()).transaction('logQueues', 'readwrite');
    const queue = change((await transaction.store.get(key)) ?? nothing);
    await transaction.store.put(queue, key);
    await transaction.done;
  }

  async function change(act: (queue: LogQueue) => LogQueue) {
    if (!refused) {
      try {
        await changeStored(act);
        return;
      } catch {
        refused = true;
      }
    }
    here = act(here);
  }

  return {
    add: (lines) => change((queue) => withLines(queue, lines)),
    take: async () => {
      let taken: LogLine | null = null;
      await change((before) => {
        const { queue, line } = withoutFirst(before);
        taken = line;
        return queue;
      });
      return taken;
    },
    countMissing: () => change(({ lines, missing }) => ({ lines, missing: missing + 1 })),
    begin: async () => (await locks?.tryHold(lock).catch(() => true)) ?? true,
    end: () => locks?.letGo(lock),
  };
}
