import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Changes the bytes that pass in one direction of one connection. */
export type Filter = (bytes: Buffer) => Buffer;

/** A network between a port of this machine and a server. */
export type Link = {
  port: number;
  leadTo(port: number): void;
  /** Delays all bytes by a random time up to this one. */
  delay(mostMs: number): void;
  /** While the link is silent, no byte passes, but connections stay open. */
  silence(isSilent: boolean): void;
  /** Breaks all connections. */
  cut(): void;
  close(): void;
};

/** @param filterOf creates the filter for the bytes from the server, one per connection */
export async function openLink(
  random: () => number,
  filterOf: () => Filter = () => (bytes) => bytes,
): Promise<Link> {
  const sockets = new Set<Socket>();
  let target = 0;
  let mostMs = 0;
  let silent: PromiseWithResolvers<void> | null = null;

  function join(from: Socket, to: Socket, filter: Filter) {
    from.on('data', async (bytes: Buffer) => {
      from.pause();
      if (mostMs > 0) await wait(random() * mostMs);
      await silent?.promise;
      const passed = filter(bytes);
      if (passed.length > 0 && to.writable) to.write(passed);
      from.resume();
    });
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroySoon();
    });
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [near, far]) sockets.add(socket.setNoDelay());
    join(near, far, (bytes) => bytes);
    join(far, near, filterOf());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
    },
    delay(ms) {
      mostMs = ms;
    },
    silence(isSilent) {
      silent?.resolve();
      silent = isSilent ? Promise.withResolvers() : null;
    },
    cut,
    close() {
      silent?.resolve();
      server.close();
      cut();
    },
  };
}
