import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { clientAddress } from './client-address.ts';
import { createCounter } from './counter.ts';
import type { RequestQueues } from './request-queues.ts';
import { createTimeBudget } from './time-budget.ts';

/*
 * Limits of what one visitor may use at a time. They never slow down a visitor who makes one request at a
 * time; a flood waits in its own queue, and is then refused.
 */

/** Long polls for a record: several tabs with several runs each. */
const maxPollsOfOwner = 24;
const maxPollsOfAddress = 240;
/** Concurrent uploads. */
const maxUploadsOfAddress = 16;

/** Concurrent previews: enough for a household. */
const maxPreviewsOfAddress = 4;

export type Polls = {
  /** Registers a waiting request; returns a function to call at its end. @throws AppError rate_limited */
  enter(request: FastifyRequest, principal: { owner: { id: string } | null }): () => void;
};

/** @param requestQueues waiting requests leave them */
export function createPolls(requestQueues: RequestQueues): Polls {
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
      requestQueues.leave(request.raw);
      return () => {
        leaveOwner();
        leaveAddress();
      };
    },
  };
}

export type LimitedPreview = {
  /** the engine begins to work on it */
  begin(): void;
  end(): void;
};

/**
 * Limits an address's concurrent previews and the engine time they use: they are free, and compete with paid
 * tasks.
 * @param perMinute engine time in milliseconds
 * @throws AppError rate_limited
 */
export function createPreviewLimits(
  requestQueues: RequestQueues,
  perMinute: number,
  now = () => performance.now(),
): (request: FastifyRequest) => LimitedPreview {
  const addresses = createCounter(maxPreviewsOfAddress);
  const budget = createTimeBudget({ perMinute, now });
  return (request) => {
    const address = clientAddress(request);
    const leave = budget.isLeft(address) ? addresses.take(address) : null;
    if (!leave) throw new AppError('rate_limited', 'too many previews');
    requestQueues.leave(request.raw);
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

/** Limits concurrent uploads of one address; returns a function to call at the end of an upload. */
export function createArrivals(
  requestQueues: RequestQueues,
): (request: FastifyRequest) => () => void {
  const addresses = createCounter(maxUploadsOfAddress);
  return (request) => {
    const leave = addresses.take(clientAddress(request));
    if (!leave) throw new AppError('rate_limited', 'too many uploads at once');
    requestQueues.leave(request.raw);
    return leave;
  };
}
