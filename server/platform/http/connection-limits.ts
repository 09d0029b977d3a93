import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { socketAddress } from './client-address.ts';
import { createCooldowns } from './cooldowns.ts';
import { createCounter } from './counter.ts';
import type { RequestQueues } from './request-queues.ts';

/* Runs before Fastify sees a request: refusing must cost less than answering. */

/** Concurrent requests of one connection; a browser sends them one after the other. */
const maxRequestsOfConnection = 32;
/** Connections of one address: in an office each browser behind the address has six. */
const maxConnectionsOfAddress = 2000;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Node creates an error for each request still carried by a closed connection, hundreds after a cut-off.
 * Their unused stacks took four fifths of the time that a flood cost.
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
 * Limits the concurrent requests of one connection. Sending more without reading the answers closes the
 * connection: otherwise its further requests would have to be stored.
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
    // This request came in the packet that contained the request for which the connection was
    // closed.
    if (socket.destroyed) return;
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1));
    if (count > maxRequestsOfConnection) cutOff(socket);
    else if (!requestQueues.enter(request, response, () => pass(request, response))) {
      // Browsers do not send a request before they have the answer to the last one.
      if (count > 1) cutOff(socket);
      else refuse(request, response);
    }
  };
}

type Admission = {
  requestQueues: RequestQueues;
  /** works on a request when its queue starts it */
  pass: Listener;
  /** answers a request that must be repeated later */
  refuse: Listener;
  /** all visitors share the proxy's address, so its connections are not limited */
  isBehindProxy: boolean;
};

/** Delays reading from the connection. */
function readAfter(ms: number, socket: Socket): void {
  // Node starts reading in a tick that is already scheduled.
  process.nextTick(() => socket.pause());
  const timer = setTimeout(() => socket.resume(), ms);
  socket.once('close', () => clearTimeout(timer));
}

/** Passes the requests of a server on within the limits of their connections and addresses. */
export function admitRequests(server: Server, admission: Admission): void {
  const cooldowns = createCooldowns();
  const limited = limitRequests(admission, (socket) => {
    if (!admission.isBehindProxy) cooldowns.begin(socketAddress(socket));
  });
  server.on('request', limited);
  // `Expect` other than 100-continue: answered like any request.
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
