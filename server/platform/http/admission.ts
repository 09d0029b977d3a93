import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { SharedLimits } from '../limits/shared-limits.ts';
import { clientAddress } from './client-address.ts';
import { createCounter } from './counter.ts';
import type { RequestQueues } from './request-queues.ts';
import { createTimeBudget } from './time-budget.ts';

/*
 * Limits for the concurrent use by one visitor. They do not affect a visitor who sends one request
 * at a time. Too many requests first wait in the visitor's own queue. Further requests are refused.
 */

/** Limits for long polls: enough for several tabs with several runs each. */
const maxPollsOfOwner = 24;
const maxPollsOfAddress = 240;
const maxUploadsOfAddress = 16;

/**
 * Maximum number of concurrent previews of one IP address. It is enough for the browsers of a
 * household.
 */
const maxPreviewsOfAddress = 4;

export type Polls = {
  /**
   * Registers a waiting request. Returns a function to call when the request ends.
   * @throws AppError rate_limited
   */
  enter(request: FastifyRequest, principal: { owner: { id: string } | null }): () => void;
};

/**
 * Creates the limits for long polls.
 * @param requestQueues queues that a request leaves while it waits for a change
 */
export function createPolls(requestQueues: RequestQueues): Polls {
  const owners = createCounter(maxPollsOfOwner);
  const addresses = createCounter(maxPollsOfAddress);
  return {
    enter(request, { owner }) {
      const leaveAddress = addresses.take(clientAddress(request));
      const leaveOwner = leaveAddress && owners.take(owner?.id ?? '');
      if (!leaveOwner) {
        leaveAddress?.();
        throw new AppError('rate_limited', 'too many long polls are waiting');
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
  /** call it when the engine begins to work on the preview */
  begin(): void;
  /** Takes the engine time of the preview from the budget of its address. */
  end(): Promise<void>;
};

/**
 * Limits concurrent previews of one IP address, and the engine time for them. Previews are free and
 * must not delay paid tasks.
 * @param options.perMinute engine time in milliseconds
 * @throws AppError rate_limited
 */
export function createPreviewLimits(
  requestQueues: RequestQueues,
  {
    perMinute,
    shared,
    now = () => performance.now(),
  }: { perMinute: number; shared: SharedLimits | null; now?: () => number },
): (request: FastifyRequest) => Promise<LimitedPreview> {
  const addresses = createCounter(maxPreviewsOfAddress);
  const budget = createTimeBudget({ limit: 'previews', perMinute, shared, now });
  return async (request) => {
    const address = clientAddress(request);
    const leave = addresses.take(address);
    if (!leave || !(await budget.isLeft(address))) {
      leave?.();
      throw new AppError('rate_limited', 'too many previews');
    }
    requestQueues.leave(request.raw);
    let begun: number | null = null;
    return {
      begin() {
        begun = now();
      },
      async end() {
        leave();
        if (begun !== null) await budget.spend(address, now() - begun);
      },
    };
  };
}

/** Limits concurrent uploads of one IP address. Returns a function to call when an upload ends. */
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
