import type { CountdownTicked } from './ports/clock.port.ts';

/** State of a countdown in a chart's context. */
export type Countdown = {
  secondsLeft: number;
  /** the deadline, from the first tick of the countdown (`CountdownTicked`) */
  resendAt: number | null;
};

type Ticked = Omit<CountdownTicked, 'type'>;

const ticked = ({ event }: { event: CountdownTicked }) => event;

export const isTimeUp = (_: unknown, { secondsLeft }: Ticked): boolean => secondsLeft === 0;

/** Starts another wait; 0 means no wait. */
export const counting = (secondsLeft: number): Countdown => ({ secondsLeft, resendAt: null });

/** The deadline outlives the state: re-entering it continues towards the same moment. */
export const counted = (_: unknown, { secondsLeft, endsAt }: Ticked): Countdown => ({
  secondsLeft,
  resendAt: endsAt,
});

/**
 * Counts down until another code may be requested; then enters the sibling state `free`. The chart names the
 * actor `countDown`, the guard `isTimeUp` and the actions `setCountdown` and `endCountdown`.
 */
export const waiting = (view: string) =>
  ({
    meta: { view },
    invoke: {
      id: 'countDown',
      src: 'countDown',
      input: ({ context: { secondsLeft, resendAt } }: { context: Countdown }) => ({
        afterMs: secondsLeft * 1000,
        endsAt: resendAt,
      }),
      // the server refuses a request that comes too soon
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
  }) as const;
