import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Maximum number of read requests of one IP address that are processed at the same time. Other
 * requests wait.
 */
const maxReads = 16;
/**
 * The limit for writes is lower than that for reads, because the start of a task runs about twenty
 * SQL statements, and all statements share one queue.
 */
const maxWrites = 4;
const maxWaiting = 500;
/** Maximum number of waiting requests of all IP addresses together. */
const maxWaitingInAll = 5000;
/**
 * Limits for starting requests before the event loop reads new ones: number and milliseconds. Most
 * of a request's work is synchronous. Without these limits, all requests of one visitor would be
 * processed before requests of other visitors are read.
 */
const maxStartsPerPass = 8;
const passMs = 10;

type Waiting = { request: IncomingMessage; response: ServerResponse; start: () => void };
/** The queue for the reads or the writes of one IP address. */
type Line = { key: string; max: number; busy: number; waiting: Waiting[] };

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Limits how many requests start in one pass of the event loop. */
function createPasses(onNext: () => void) {
  let left = maxStartsPerPass;
  let endsAt = 0;
  let isPlanned = false;

  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    endsAt = performance.now() + passMs;
    setImmediate(() => {
      isPlanned = false;
      left = maxStartsPerPass;
      onNext();
    });
  }

  return {
    plan,
    /**
     * Returns true if a request may start in this pass. Otherwise the request must wait for the
     * next pass, which is then scheduled.
     */
    take(): boolean {
      plan();
      if (left === 0 || performance.now() > endsAt) return false;
      left -= 1;
      return true;
    },
  };
}

export type RequestQueues = {
  /**
   * Calls `start` when the request may begin, which may be immediately.
   * @returns false if too many requests of its IP address are waiting
   */
  enter(request: IncomingMessage, response: ServerResponse, start: () => void): boolean;
  /** Ends a request, so that the next request may begin. Repeated calls have no effect. */
  leave(request: IncomingMessage): void;
};

/**
 * Limits the concurrent requests of one IP address, separately for reads and writes. Further
 * requests wait in the queue of their address. The queues are served in rotation, so that no
 * address has to wait for all requests of another address.
 */
export function createRequestQueues(
  addressOf: (request: IncomingMessage) => string,
): RequestQueues {
  const lines = new Map<string, Line>();
  /** queues with a request that may begin, in the order of service */
  const ready = new Set<Line>();
  const held = new WeakMap<IncomingMessage, Line>();
  const passes = createPasses(startReady);

  function leave(request: IncomingMessage) {
    const line = held.get(request);
    if (!line) return;
    held.delete(request);
    line.busy -= 1;
    if (line.waiting.length > 0) {
      ready.add(line);
      passes.plan();
    } else if (line.busy === 0) lines.delete(line.key);
  }

  function begin(line: Line, { request, response, start }: Waiting) {
    line.busy += 1;
    held.set(request, line);
    // If the client has disconnected, its request is skipped.
    if (response.closed || response.destroyed) leave(request);
    else start();
  }

  function startReady() {
    while (ready.size > 0 && passes.take()) {
      const [line] = ready;
      const next = line?.waiting.shift();
      if (!line || !next) break;
      ready.delete(line);
      begin(line, next);
      if (line.waiting.length > 0 && line.busy < line.max) ready.add(line);
    }
  }

  function lineOf(request: IncomingMessage): Line {
    const isRead = readMethods.has(request.method ?? '');
    const key = `${isRead ? 'reads' : 'writes'} ${addressOf(request)}`;
    const max = isRead ? maxReads : maxWrites;
    const line = lines.get(key) ?? { key, max, busy: 0, waiting: [] };
    lines.set(key, line);
    return line;
  }

  return {
    leave,
    enter(request, response, start) {
      const line = lineOf(request);
      const share = Math.max(line.max, maxWaitingInAll / lines.size);
      if (line.waiting.length >= Math.min(maxWaiting, share)) return false;
      response.once('close', () => leave(request));
      const entry = { request, response, start };
      const isNext = line.waiting.length === 0 && line.busy < line.max;
      if (isNext && passes.take()) begin(line, entry);
      else {
        line.waiting.push(entry);
        if (line.busy < line.max) ready.add(line);
      }
      return true;
    },
  };
}
