import type { IncomingMessage, ServerResponse } from 'node:http';

/** Requests of one address that are worked on; the next ones wait. */
const maxReads = 16;
/** A start asks the database some twenty times, and everybody's statements stand in one line there. */
const maxWrites = 4;
const maxWaiting = 500;
/** Shared by all addresses that have requests here. */
const maxWaitingInAll = 5000;
/**
 * How many requests begin, and within how many milliseconds, before the event loop reads new ones.
 * Most of the work of a request is done without a pause, so without this all that one visitor has
 * sent would be worked on before anybody else is heard.
 */
const maxStartsPerPass = 8;
const passMs = 10;

type Waiting = { request: IncomingMessage; response: ServerResponse; start: () => void };
/** Requests of one kind of one address. */
type Line = { key: string; max: number; busy: number; waiting: Waiting[] };

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Limits how much is begun in one pass of the event loop. */
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
    /** False when the rest has to wait for the next pass, which is planned then. */
    take(): boolean {
      plan();
      if (left === 0 || performance.now() > endsAt) return false;
      left -= 1;
      return true;
    },
  };
}

export type Turns = {
  /**
   * Calls `start` when it is the request's turn, perhaps at once.
   * @returns false when too many requests of its address wait already
   */
  enter(request: IncomingMessage, response: ServerResponse, start: () => void): boolean;
  /** The request needs no more work: the next one's turn. Once is enough. */
  leave(request: IncomingMessage): void;
};

/**
 * Lets so many requests of one address be worked on; the others wait in its line, reads and writes
 * each in their own. The lines take turns, so nobody waits behind all that somebody else has sent.
 */
export function createTurns(addressOf: (request: IncomingMessage) => string): Turns {
  const lines = new Map<string, Line>();
  /** lines with a request that may begin, the next one first */
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
    // Nobody waits for the answer any more: the turn passes on.
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
