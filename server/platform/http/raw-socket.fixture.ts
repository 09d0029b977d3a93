import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An answer, parsed from the received bytes. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/** Returns the first answer in the received text, or null if there is none. */
export function readAnswer(received: string): RawAnswer | null {
  const final = received.replace(/^(HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, '');
  const [head = '', ...rest] = final.split('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
  if (status === undefined) return null;
  const lines = head.split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  const body = rest.join('\r\n\r\n').slice(0, length);
  return { status: Number(status), headers, body };
}

export async function openSocket(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends raw bytes, and reads until the server closes the connection. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer | null> {
  const socket = await openSocket(port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // The `close` event is also emitted after a reset.
  socket.once('close', () => resolve());
  socket.write(bytes);
  await closed;
  return readAnswer(Buffer.concat(chunks).toString('latin1'));
}

/** Returns a request with `Connection: close` and this body. */
export const rawRequest = (
  line: string,
  headers: Record<string, string>,
  body: string | Buffer = '',
): Buffer =>
  Buffer.concat([
    Buffer.from(
      `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
      'latin1',
    ),
    Buffer.from(body),
  ]);
