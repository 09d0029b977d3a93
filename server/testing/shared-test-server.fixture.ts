import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer } from './server.fixture.ts';

/**
 * Returns one server for all tests of a file or of the surrounding `describe`. It can be used in
 * tests and hooks, but not while the file is loaded.
 */
export function sharedTestServer(options: Parameters<typeof startTestServer>[0] = {}): TestServer {
  let running: TestServer | undefined;
  beforeAll(async () => {
    running = await startTestServer(options);
  });
  afterAll(() => running?.stop());
  return new Proxy({} as TestServer, {
    get(_nothing, name) {
      if (!running) throw new Error(`The server is not started yet (${String(name)})`);
      return Reflect.get(running, name);
    },
  });
}

/** Makes a server listen on 127.0.0.1. Returns its port. */
export async function listen({ app }: TestServer): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}
