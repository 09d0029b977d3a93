import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from './child-process.ts';

/*
 * A bare node:http server, to measure the speed of node:http alone. It reads the request's body,
 * and answers `/1234` with a body of 1234 bytes.
 */
const bodies = new Map<string, Buffer>();

function bodyOf(path: string): Buffer {
  const body = bodies.get(path) ?? Buffer.alloc(Number(path.slice(1)), 'x');
  bodies.set(path, body);
  return body;
}

const server = createServer((request, response) => {
  const answer = () => {
    const body = bodyOf(request.url ?? '/0');
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    });
    response.end(body);
  };
  if (request.method === 'GET') answer();
  else request.resume().once('end', answer);
});
const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

/* Every question is the same: the address of the server. */
answerQuestions(async () => {
  await listening;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
