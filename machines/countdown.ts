import type { CountdownTicked } from './ports/clock.port.ts';

/** What a chart knows of its countdown. */
export type Countdown = {
  secondsLeft: number;
  /** the deadline, once the countdown has said it (`CountdownTicked`) */
  resendAt: number | null;
};

type Ticked = Omit<CountdownTicked, 'type'>;

const ticked = ({ event }: { event: CountdownTicked }) => event;

export const isTimeUp = (_: unknown, { secondsLeft }: Ticked): boolean => secondsLeft === 0;

/** Another wait begins; with 0 there is none. */
export const counting = (secondsLeft: number): Countdown => ({ secondsLeft, resendAt: null });

/** The deadline outlives the state: whoever comes back waits until the same moment. */
export const counted = (_: unknown, { secondsLeft, endsAt }: Ticked): Countdown => ({
  secondsLeft,
  resendAt: endsAt,
});

/**
 * Counts down until another code may be asked for; then the state beside it, `free`, has its turn. The chart names
 * the actor `countDown`, the guard `isTimeUp` and the actions `keepCountdown` and `endCountdown`.
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
      // who presses too soon is told so
      onError: { target: 'free', actions: 'endCountdown' },
    },
    on: {
      'countdown.ticked': [
        {
          guard: { type: 'isTimeUp', params: ticked },
          target: 'free',
          actions: { type: 'keepCountdown', params: ticked },
        },
        { actions: { type: 'keepCountdown', params: ticked } },
      ],
    },
  }) as const;
