import type { FastifyRequest } from 'fastify';
import type { Principal } from '../domain/principal.ts';
import { AppError } from '../errors.ts';
import { clientAddress } from './client-address.ts';
import { createCounter } from './counter.ts';
import { createTimeBudget } from './time-budget.ts';
import type { Turns } from './turns.ts';

/*
 * How much of the server one visitor may hold at a time. Nobody is slowed down by these limits who
 * does one thing after the other; whoever floods waits in a line of their own, and then is refused.
 */

/** Requests that wait for a change of a record: tabs with several attempts each. */
const maxPollsOfOwner = 24;
const maxPollsOfAddress = 240;
/** Photos that arrive at the same time. */
const maxUploadsOfAddress = 16;

/** A household that tries the product. */
const maxLooksOfAddress = 4;

export type Polls = {
  /** A request that waits; returns how to end it. @throws AppError rate_limited */
  enter(request: FastifyRequest, principal: Principal): () => void;
};

/** @param turns a request that waits needs no turn */
export function createPolls(turns: Turns): Polls {
  const owners = createCounter(maxPollsOfOwner);
  const addresses = createCounter(maxPollsOfAddress);
  return {
    enter(request, { owner }) {
      const leaveAddress = addresses.take(clientAddress(request));
      const leaveOwner = leaveAddress && owners.take(owner?.id ?? '');
      if (!leaveOwner) {
        leaveAddress?.();
        throw new AppError('rate_limited', 'too many requests wait for a change');
      }
      turns.leave(request.raw);
      return () => {
        leaveOwner();
        leaveAddress();
      };
    },
  };
}

export type Look = {
  /** the engine works on it from now on */
  begin(): void;
  end(): void;
};

/**
 * Previews of one address at the same time, and how long the engine works on them: they are free, and
 * take time from what is paid.
 * @param perMinute milliseconds of the engine
 * @throws AppError rate_limited
 */
export function createLooks(
  turns: Turns,
  perMinute: number,
  now = () => performance.now(),
): (request: FastifyRequest) => Look {
  const addresses = createCounter(maxLooksOfAddress);
  const budget = createTimeBudget({ perMinute, now });
  return (request) => {
    const address = clientAddress(request);
    const leave = budget.isLeft(address) ? addresses.take(address) : null;
    if (!leave) throw new AppError('rate_limited', 'too many previews');
    turns.leave(request.raw);
    let begun: number | null = null;
    return {
      begin() {
        begun = now();
      },
      end() {
        leave();
        if (begun !== null) budget.spend(address, now() - begun);
      },
    };
  };
}

/** Photos of one address that arrive at the same time; returns how to end one. */
export function createArrivals(turns: Turns): (request: FastifyRequest) => () => void {
  const addresses = createCounter(maxUploadsOfAddress);
  return (request) => {
    const leave = addresses.take(clientAddress(request));
    if (!leave) throw new AppError('rate_limited', 'too many uploads at once');
    turns.leave(request.raw);
    return leave;
  };
}
