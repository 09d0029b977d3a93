import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../domain/principal.ts';
import { AppError } from '../errors.ts';
import { clientAddress } from './client-address.ts';

/*
 * How much of the server one visitor may hold at a time. Nobody is slowed down by these limits who
 * does one thing after the other; whoever floods waits in a queue of his own, and then is refused.
 */

/** A browser sends one request after the other through a connection. */
const mostOfConnection = 32;
/** Requests of one address that are worked on; the next ones wait. */
const mostWorkedOn = 16;
const mostWaiting = 500;
/** Requests that wait for a change of a record: tabs with several attempts each. */
const pollsOfOwner = 24;
const pollsOfAddress = 240;
/** Photos that arrive at the same time. */
const uploadsOfAddress = 16;

/** Counts by name; the name is forgotten when nothing is left of it. */
function createCounter(most: number) {
  const counts = new Map<string, number>();
  return {
    /** How to give the place back; null when there is none. */
    take(name: string): (() => void) | null {
      const count = counts.get(name) ?? 0;
      if (count >= most) return null;
      counts.set(name, count + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (counts.get(name) ?? 1) - 1;
        if (left > 0) counts.set(name, left);
        else counts.delete(name);
      };
    },
  };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Passes at most so many requests of one connection on at a time. Whoever sends more without reading
 * the answers loses the connection: whatever else it carries would have to be kept.
 */
export function limitConnections(next: Listener): Listener {
  const open = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1));
    if (count > mostOfConnection) socket.destroy();
    else next(request, response);
  };
}

type Line = { busy: number; waiting: (() => void)[] };

export type Turns = {
  /** Resolves when it is the request's turn. @throws AppError rate_limited */
  enter(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined;
  /** The request needs no more work: the next one's turn. Once is enough. */
  leave(request: FastifyRequest): void;
};

/** Lets so many requests of one address be worked on; the others wait in a line. */
export function createTurns(addressOf: (request: FastifyRequest) => string = clientAddress): Turns {
  const lines = new Map<string, Line>();
  const held = new WeakMap<FastifyRequest, string>();

  function leave(request: FastifyRequest) {
    const address = held.get(request);
    if (address === undefined) return;
    held.delete(request);
    const line = lines.get(address);
    if (!line) return;
    const next = line.waiting.shift();
    if (next) next();
    else if (line.busy > 1) line.busy -= 1;
    else lines.delete(address);
  }

  return {
    leave,
    enter(request, reply) {
      const address = addressOf(request);
      const line = lines.get(address) ?? { busy: 0, waiting: [] };
      lines.set(address, line);
      reply.raw.once('close', () => leave(request));
      if (line.busy < mostWorkedOn) {
        line.busy += 1;
        held.set(request, address);
        return undefined;
      }
      if (line.waiting.length >= mostWaiting) {
        throw new AppError('rate_limited', 'too many requests of one address at once');
      }
      return new Promise((resolve) => {
        line.waiting.push(() => {
          held.set(request, address);
          resolve();
          // Nobody waits for the answer any more: the turn passes on.
          if (reply.raw.closed || reply.raw.destroyed) leave(request);
        });
      });
    },
  };
}

export type Polls = {
  /** A request that waits; returns how to end it. @throws AppError rate_limited */
  enter(request: FastifyRequest, principal: Principal): () => void;
};

/** @param turns a request that waits needs no turn */
export function createPolls(turns: Turns): Polls {
  const owners = createCounter(pollsOfOwner);
  const addresses = createCounter(pollsOfAddress);
  return {
    enter(request, { owner }) {
      const leaveAddress = addresses.take(clientAddress(request));
      const leaveOwner = leaveAddress && owners.take(owner?.id ?? '');
      if (!leaveOwner) {
        leaveAddress?.();
        throw new AppError('rate_limited', 'too many requests wait for a change');
      }
      turns.leave(request);
      return () => {
        leaveOwner();
        leaveAddress();
      };
    },
  };
}

/** Photos of one address that arrive at the same time; returns how to end one. */
export function createArrivals(turns: Turns): (request: FastifyRequest) => () => void {
  const addresses = createCounter(uploadsOfAddress);
  return (request) => {
    const leave = addresses.take(clientAddress(request));
    if (!leave) throw new AppError('rate_limited', 'too many uploads at once');
    turns.leave(request);
    return leave;
  };
}
