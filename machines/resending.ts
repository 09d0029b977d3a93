import { waiting } from './countdown.ts';

/** `meta.view` of each state. */
type Views = { waiting: string; free: string };

/**
 * The states in which a mailed code is typed: at first another cannot be requested, then it can, then one is on
 * its way. The chart names the guard `canResend`, the action `clearFailure`, and what `waiting` needs;
 * `sending` mails another one.
 */
export const resending = <Sending>(views: Views, sending: Sending) =>
  ({
    arriving: {
      meta: { view: 'transient' },
      always: [{ guard: 'canResend', target: 'free' }, { target: 'waiting' }],
    },
    waiting: waiting(views.waiting),
    free: {
      meta: { view: views.free },
      on: {
        'resend.pressed': { target: 'sending', actions: 'clearFailure' },
      },
    },
    sending,
  }) as const;
