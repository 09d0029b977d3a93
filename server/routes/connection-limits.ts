import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { socketAddress } from './client-address.ts';
import { createCooldowns } from './cooldowns.ts';
import { createCounter } from './counter.ts';
import type { Turns } from './turns.ts';

/* What is decided before Fastify sees a request: refusing must cost less than answering. */

/** Requests under way on one connection; a browser sends one after the other. */
const maxRequestsOfConnection = 32;
/** Connections of one address: an office behind one address has six for each of its browsers. */
const maxConnectionsOfAddress = 2000;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Node makes an error for each request that a closed connection still carried, hundreds after a cut-off.
 * Their stacks, which nobody reads, took four fifths of the time that a flood cost.
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
 * Passes at most so many requests of one connection on at a time. Whoever sends more without reading
 * the answers loses the connection: whatever else it carries would have to be kept.
 */
function limitRequests(
  { turns, pass, refuse }: Admission,
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
    // It came in one packet with the request that cost the connection.
    if (socket.destroyed) return;
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1));
    if (count > maxRequestsOfConnection) cutOff(socket);
    else if (!turns.enter(request, response, () => pass(request, response))) {
      // No browser sends a request before it has the answer to the last one.
      if (count > 1) cutOff(socket);
      else refuse(request, response);
    }
  };
}

type Admission = {
  turns: Turns;
  /** works on a request whose turn it is */
  pass: Listener;
  /** answers a request that has to come again later */
  refuse: Listener;
  /** all visitors share the proxy's address then, so its connections are not limited */
  isBehindProxy: boolean;
};

/** Reads the connection after so long. */
function readAfter(ms: number, socket: Socket): void {
  // Node begins to read in a tick that it has asked for already.
  process.nextTick(() => socket.pause());
  const timer = setTimeout(() => socket.resume(), ms);
  socket.once('close', () => clearTimeout(timer));
}

/** Hands the requests of a server on within the limits of their connections and addresses. */
export function admitRequests(server: Server, admission: Admission): void {
  const cooldowns = createCooldowns();
  const limited = limitRequests(admission, (socket) => {
    if (!admission.isBehindProxy) cooldowns.begin(socketAddress(socket));
  });
  server.on('request', limited);
  // `Expect` with anything but 100-continue: answered like any request.
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
