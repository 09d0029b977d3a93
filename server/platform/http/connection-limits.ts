import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { socketAddress } from './client-address.ts';
import { createCooldowns } from './cooldowns.ts';
import { createCounter } from './counter.ts';
import type { RequestQueues } from './request-queues.ts';

/*
 * Limits requests before they reach Fastify, because refusing a request must cost less than
 * answering it.
 */

/**
 * Concurrent requests of one connection. A browser waits for each answer before the next request.
 */
const maxRequestsOfConnection = 32;
/**
 * Connections of one IP address. In an office, each browser has up to six connections and all
 * browsers share the address.
 */
const maxConnectionsOfAddress = 2000;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Prevents the creation of error stacks while a connection closes. Destroying a connection creates
 * an error for each of its open requests, often hundreds. The stacks of these errors are not used,
 * but took four fifths of the working time during a flood of requests.
 */
function closeWithoutStacks(socket: Socket): void {
  const { stackTraceLimit } = Error;
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = stackTraceLimit;
  });
}

/**
 * Limits the concurrent requests of one connection. If a client sends more requests without reading
 * the answers, the connection is closed. Otherwise the server would have to store its requests.
 */
function limitRequests(
  { requestQueues, pass, refuse }: Admission,
  onCutOff: (socket: Socket) => void,
): Listener {
  const open = new WeakMap<Socket, number>();
  const cutOff = (socket: Socket) => {
    onCutOff(socket);
    closeWithoutStacks(socket);
    socket.destroy();
  };
  return (request, response) => {
    const { socket } = request;
    // The connection was closed because of an earlier request in the same packet.
    if (socket.destroyed) return;
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1));
    if (count > maxRequestsOfConnection) cutOff(socket);
    else if (!requestQueues.enter(request, response, () => pass(request, response))) {
      // Only the first request of a connection is refused with an answer. Browsers do not send a
      // second request before this answer.
      if (count > 1) cutOff(socket);
      else refuse(request, response);
    }
  };
}

type Admission = {
  requestQueues: RequestQueues;
  /** called when the request may begin */
  pass: Listener;
  /** answers a request that must be repeated later */
  refuse: Listener;
  /**
   * true: connections are not limited by address, because all visitors share the address of the
   * proxy
   */
  isBehindProxy: boolean;
};

/** Delays the start of reading from a new connection. */
function readAfter(ms: number, socket: Socket): void {
  // The pause begins in the next tick, because Node has already scheduled the start of reading.
  process.nextTick(() => socket.pause());
  const timer = setTimeout(() => socket.resume(), ms);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Passes on the requests of a server that are within the limits for connections and IP addresses.
 */
export function admitRequests(server: Server, admission: Admission): void {
  const cooldowns = createCooldowns();
  const limited = limitRequests(admission, (socket) => {
    if (!admission.isBehindProxy) cooldowns.begin(socketAddress(socket));
  });
  server.on('request', limited);
  // Requests with `Expect` other than 100-continue are answered like any other.
  server.on('checkExpectation', limited);
  if (admission.isBehindProxy) return;
  const connections = createCounter(maxConnectionsOfAddress);
  server.on('connection', (socket: Socket) => {
    const address = socketAddress(socket);
    const leave = connections.take(address);
    if (!leave) {
      socket.destroy();
      return;
    }
    socket.once('close', leave);
    const waitMs = cooldowns.remaining(address);
    if (waitMs > 0) readAfter(waitMs, socket);
  });
}
