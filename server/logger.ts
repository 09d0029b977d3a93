import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';

type LoggedRequest = {
  method: string;
  url: string;
  ip: string;
  headers: Record<string, unknown>;
};

/**
 * One JSON line per event on standard output, or to `destination`. Addresses are logged without their query: it holds
 * signatures that open somebody's photos.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: {
        req: (request: LoggedRequest) => ({
          method: request.method,
          path: request.url.split('?')[0],
          ip: request.ip,
          userAgent: request.headers['user-agent'],
          website: request.headers.website,
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        err: pino.stdSerializers.err,
      },
    },
    destination,
  );

/**
 * The level of the two lines per request: operators want them, for developers they would bury the
 * operation log.
 */
export class RequestLog extends LogController {
  private readonly level: 'info' | 'debug';

  constructor(level: 'info' | 'debug') {
    super();
    this.level = level;
  }

  override incomingRequest(request: FastifyRequest) {
    request.log[this.level]({ req: request }, 'incoming request');
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    const responseTime = reply.elapsedTime;
    if (error) reply.log.error({ res: reply, err: error, responseTime }, 'request errored');
    else request.log[this.level]({ res: reply, responseTime }, 'request completed');
  }
}
