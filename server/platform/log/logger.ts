import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { isCall, readTarget } from '../http/request-target.ts';

type LoggedRequest = {
  method: string;
  url: string;
  ip: string;
  headers: Record<string, unknown>;
  /** absent if the router could not decode the URL */
  routeOptions?: { url?: string | undefined };
};

/** Limits the length of values that a client has chosen. Valid values are shorter. */
const short = (value: unknown, length: number) =>
  typeof value === 'string' ? value.slice(0, length) : undefined;

const mostCauses = 3;

/** Class of SQLSTATE codes whose messages quote the invalid value. */
const dataException = /^22/;

/**
 * Describes an error without personal data. Errors of the database driver contain the parameters of
 * statements in their message, stack and properties, so these parts are left out.
 */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: short(String(error), 500) };
  const { code, query, constraint } = error as Error & Record<string, unknown>;
  const isStatement = typeof query === 'string';
  const isData = typeof code === 'string' && dataException.test(code);
  const message = isData ? 'data exception' : error.message;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  const said =
    isStatement && message.startsWith('Failed query') ? `Failed query: ${query}` : message;
  return {
    type: error.name,
    message: said,
    stack: [`${error.name}: ${said}`, ...frames].join('\n'),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(error.cause !== undefined && depth < mostCauses
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  };
}

/** Pattern of the route that receives all requests without another route. */
const catchAll = '/*';

/**
 * Returns the pattern of the route, such as `/v1/user/export/:secret`. The real path may contain
 * secrets or email addresses, and the query may contain signatures that open photos. Pages and
 * files have no pattern and no secrets, so their path is returned.
 */
function loggedPath({ url, routeOptions }: LoggedRequest): string {
  const pattern = routeOptions?.url;
  if (pattern !== catchAll) return pattern ?? 'unreadable address';
  const { path } = readTarget(url);
  return isCall(path) ? 'unknown call' : path.slice(0, 300);
}

/**
 * Creates a logger that writes one JSON line per event to `destination`, by default to standard
 * output.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: {
        req: (request: LoggedRequest) => ({
          method: request.method,
          path: loggedPath(request),
          ip: request.ip,
          userAgent: short(request.headers['user-agent'], 200),
          website: short(request.headers.website, 64),
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        err: (error: unknown) => describeError(error),
      },
    },
    destination,
  );

const windowMs = 60_000;
/**
 * Requests per minute whose lines are logged. A person sends fewer requests, even with many tabs.
 */
const mostOfAddress = 600;
const mostInAll = 60_000;
const charactersPerRequest = 1000;

/** Limits how much is logged per minute, for each IP address and in total. */
export class LogBudget {
  private readonly now: () => number;
  private readonly spent = new Map<string, number>();
  private endsAt = 0;
  private inAll = 0;
  private dropped = 0;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Returns false if a line with this many characters would exceed the budget. */
  take(address: string, characters = 0): boolean {
    const cost = 1 + Math.floor(characters / charactersPerRequest);
    const spent = (this.spent.get(address) ?? 0) + cost;
    if (spent > mostOfAddress || this.inAll + cost > mostInAll) {
      this.dropped += 1;
      return false;
    }
    this.spent.set(address, spent);
    this.inAll += cost;
    return true;
  }

  /**
   * Starts the next minute if the current minute is over. Returns the number of requests of the
   * last minute that were not logged.
   */
  startMinute(): number {
    if (this.now() < this.endsAt) return 0;
    const { dropped } = this;
    this.endsAt = this.now() + windowMs;
    this.spent.clear();
    this.inAll = 0;
    this.dropped = 0;
    return dropped;
  }
}

/**
 * Sets the level of the two log lines that are written for each request. Operators need these
 * lines, but during development they would hide the operation log. Requests of an IP address
 * without remaining budget are not logged.
 */
export class RequestLog extends LogController {
  private readonly level: 'info' | 'debug';
  private readonly addressOf: (request: FastifyRequest) => string;
  private readonly budget = new LogBudget();

  constructor(level: 'info' | 'debug', addressOf: (request: FastifyRequest) => string) {
    super();
    this.level = level;
    this.addressOf = addressOf;
  }

  override incomingRequest(request: FastifyRequest) {
    const dropped = this.budget.startMinute();
    if (dropped > 0)
      request.log.warn({ dropped }, 'some requests of the last minute were not logged');
    if (!this.budget.take(this.addressOf(request))) request.log = silent;
    request.log[this.level]({ req: request }, 'incoming request');
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    const responseTime = reply.elapsedTime;
    if (error) request.log.error({ res: reply, err: error, responseTime }, 'request errored');
    else request.log[this.level]({ res: reply, responseTime }, 'request completed');
  }

  /** Writes a line of the operation log, within the budget of the sender's IP address. */
  operation(request: FastifyRequest, operation: { name: string; parameters: object }) {
    const { length } = JSON.stringify(operation.parameters);
    if (!this.budget.take(this.addressOf(request), length)) return;
    request.log.info({ operation: operation.name, parameters: operation.parameters }, 'operation');
  }
}

const silent = pino({ level: 'silent' });
