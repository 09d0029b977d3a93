import { assign } from 'xstate';
import type { CountdownTicked } from '../ports/clock.port.ts';

/** The part of a chart's context that counts the seconds until another code can be requested. */
export type Countdown = {
  remainingSeconds: number;
  /** end of the wait, as reported by the first tick of the countdown (`CountdownTicked`) */
  resendAt: number | null;
};

/** Requests another code, because the code did not arrive or has expired. */
export type ResendEvent = { type: 'resend.pressed' } | CountdownTicked;

type Ticked = Omit<CountdownTicked, 'type'>;
export type CodeSent = { resendAfterMs: number };

/** Returns the context for a new wait. `remainingSeconds` is 0 if no wait is needed. */
export const counting = (remainingSeconds: number): Countdown => ({
  remainingSeconds,
  resendAt: null,
});

/** Returns the context for the wait that the server requested. */
export const countingFrom = ({ resendAfterMs }: CodeSent): Countdown =>
  counting(Math.ceil(resendAfterMs / 1000));

/** Returns the parameters of an action on `onDone` of a call that mails a code. */
export const sent = ({ event }: { event: { output: CodeSent } }): CodeSent => event.output;

/** Returns guards and actions for the setup of a chart that uses `resending`. */
export const resendBodies = <Context extends Countdown, Event extends { type: string }>() => ({
  guards: {
    canResend: ({ context }: { context: Context }): boolean => context.remainingSeconds === 0,
    isTimeUp: (_: unknown, { remainingSeconds }: Ticked): boolean => remainingSeconds === 0,
  },
  actions: {
    /** stores the end of the wait, so that re-entering the state continues the same countdown */
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
 * Returns the states in which a mailed code is typed. Another code can be requested only after the
 * wait. `sending` is the state that mails this code. The chart needs the actor `countDown` of the
 * clock port.
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
        // the server refuses a request for another code that comes too early
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
