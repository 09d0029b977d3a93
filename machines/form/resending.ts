import { assign } from 'xstate';
import type { CountdownTicked } from '../ports/clock.port.ts';

/** The wait until another code can be requested, in a chart's context. */
export type Countdown = {
  remainingSeconds: number;
  /** the deadline, from the first tick of the countdown (`CountdownTicked`) */
  resendAt: number | null;
};

/** Requests another code, because the code did not arrive or has expired. */
export type ResendEvent = { type: 'resend.pressed' } | CountdownTicked;

type Ticked = Omit<CountdownTicked, 'type'>;
export type CodeSent = { resendAfterMs: number };

/** Starts another wait; 0 stands for no wait. */
export const counting = (remainingSeconds: number): Countdown => ({
  remainingSeconds,
  resendAt: null,
});

/** The wait that the server requested. */
export const countingFrom = ({ resendAfterMs }: CodeSent): Countdown =>
  counting(Math.ceil(resendAfterMs / 1000));

/** Parameters of an action on `onDone` of a call that mails a code. */
export const sent = ({ event }: { event: { output: CodeSent } }): CodeSent => event.output;

/** Extends the setup of a chart that uses `resending`. */
export const resendBodies = <Context extends Countdown, Event extends { type: string }>() => ({
  guards: {
    canResend: ({ context }: { context: Context }): boolean => context.remainingSeconds === 0,
    isTimeUp: (_: unknown, { remainingSeconds }: Ticked): boolean => remainingSeconds === 0,
  },
  actions: {
    /** keeps the deadline, so that re-entering the state continues the same countdown */
    setCountdown: assign<Context, Event, Ticked, Event, never>(
      (_, { remainingSeconds, endsAt }) =>
        ({ remainingSeconds, resendAt: endsAt }) as Partial<Context>,
    ),
    endCountdown: assign<Context, Event, undefined, Event, never>(
      () => counting(0) as Partial<Context>,
    ),
  },
});

const ticked = ({ event }: { event: CountdownTicked }) => event;

/**
 * The states in which a mailed code is typed. Another code can be requested only after the wait;
 * `sending` is the state that mails it. The chart needs an actor `countDown` of the clock's port.
 */
export const resending = <Sending>(views: { waiting: string; free: string }, sending: Sending) =>
  ({
    arriving: {
      meta: { view: 'transient' },
      always: [{ guard: 'canResend', target: 'free' }, { target: 'waiting' }],
    },
    waiting: {
      meta: { view: views.waiting },
      invoke: {
        id: 'countDown',
        src: 'countDown',
        input: ({ context: { remainingSeconds, resendAt } }: { context: Countdown }) => ({
          afterMs: remainingSeconds * 1000,
          endsAt: resendAt,
        }),
        // the server refuses a request that comes too early
        onError: { target: 'free', actions: 'endCountdown' },
      },
      on: {
        'countdown.ticked': [
          {
            guard: { type: 'isTimeUp', params: ticked },
            target: 'free',
            actions: { type: 'setCountdown', params: ticked },
          },
          { actions: { type: 'setCountdown', params: ticked } },
        ],
      },
    },
    free: {
      meta: { view: views.free },
      on: {
        'resend.pressed': { target: 'sending', actions: 'clearFailure' },
      },
    },
    sending,
  }) as const;
