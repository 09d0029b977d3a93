import type { CallRefused, CallRejected } from './app.types.ts';

const refusal = ({ event }: { event: CallRefused }): CallRefused => event;

/** What the root does with a code of the server, whichever call it answers; first match wins (R36 to R40). */
export const refusals = [
  {
    guard: { type: 'isSignInNeeded', params: refusal },
    actions: [
      'clearSession',
      'leaveOverlay',
      { type: 'closeDialogs', params: { but: 'signIn' } },
      'openSignIn',
    ],
  },
  {
    guard: { type: 'isHomeNeeded', params: refusal },
    actions: ['leaveOverlay', { type: 'closeDialogs', params: { but: null } }, 'goHome'],
  },
  {
    guard: { type: 'isCreditsGoneForSubscriber', params: refusal },
    actions: [
      'leaveOverlay',
      { type: 'closeDialogs', params: { but: 'creditsNotEnough' } },
      'openCreditsNotEnough',
    ],
  },
  { guard: { type: 'isCreditsGone', params: refusal } },
  { guard: { type: 'isDailyLimit', params: refusal } },
  // a line about it would be refused, too
  {
    guard: { type: 'isOfLog', params: refusal },
    actions: { type: 'toastMessage', params: refusal },
  },
  { guard: { type: 'isSaid', params: refusal }, actions: { type: 'logFailure', params: refusal } },
  {
    actions: [
      { type: 'logFailure', params: refusal },
      { type: 'toastMessage', params: refusal },
      { type: 'emitError', params: refusal },
    ],
  },
] as const;

const rejection = ({ event }: { event: CallRejected }): CallRejected => event;

/**
 * What the root does with a failure that a chart reports: it is a state of that chart, so the root
 * only logs it, and shows `fallback` if there is one. The port has reported a code already.
 */
export const rejections = [
  { guard: { type: 'hasCode', params: rejection } },
  {
    guard: { type: 'hasFallback', params: rejection },
    actions: [
      { type: 'logFailure', params: rejection },
      { type: 'toastFallback', params: rejection },
      { type: 'emitError', params: rejection },
    ],
  },
  { actions: { type: 'logFailure', params: rejection } },
] as const;
