import { waiting } from './countdown.ts';

/** What a person sees in each of the states. */
type Views = { waiting: string; free: string };

/**
 * The states in which a mailed code is typed: at first no other can be asked for, then one can, then one
 * is on its way. The chart names the guard `canResend`, the action `forgetFailure`, and what `waiting`
 * needs; `sending` mails another one.
 */
export const resending = <Sending>(views: Views, sending: Sending) =>
  ({
    arriving: {
      meta: { view: 'passing' },
      always: [{ guard: 'canResend', target: 'free' }, { target: 'waiting' }],
    },
    waiting: waiting(views.waiting),
    free: {
      meta: { view: views.free },
      on: {
        'resend.pressed': { target: 'sending', actions: 'forgetFailure' },
      },
    },
    sending,
  }) as const;
