import { type Logger, pino } from 'pino';

type LoggedRequest = {
  method: string;
  url: string;
  ip: string;
  headers: Record<string, unknown>;
};

/**
 * One JSON line per event on standard output. Addresses are logged without their query: it holds
 * signatures that open somebody's photos.
 */
export const createLogger = (level: string): Logger =>
  pino({
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
  });
