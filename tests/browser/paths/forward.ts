import { type IncomingMessage, request, type ServerResponse } from 'node:http';

export type Told = { status: number; body: string };

type Options = {
  product: URL;
  /** response headers that replace the headers of the server */
  changed?: Record<string, string>;
  /** receives the complete answer, which is not compressed for this purpose */
  hear?: (told: Told) => void;
};

/** Passes a request on to the product, as if one of its own pages had sent it. */
export const forward = (
  incoming: IncomingMessage,
  response: ServerResponse,
  { product, changed = {}, hear }: Options,
): void => {
  const { method = 'GET', url = '/', headers } = incoming;
  const { hostname, port, host, origin } = product;
  const own = {
    ...headers,
    host,
    connection: 'close',
    ...(headers.origin ? { origin } : {}),
    ...(hear ? { 'accept-encoding': 'identity' } : {}),
  };
  const onward = request({ hostname, port, method, path: url, headers: own }, (answer) => {
    const { connection: _, 'keep-alive': __, ...kept } = answer.headers;
    const status = answer.statusCode ?? 502;
    response.writeHead(status, { ...kept, ...changed });
    answer.pipe(response);
    if (!hear) return;
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('end', () => hear({ status, body: Buffer.concat(parts).toString() }));
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  incoming.pipe(onward);
};
