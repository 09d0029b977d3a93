import type { CallRefused, CallRejected } from './app.types.ts';

const refusal = ({ event }: { event: CallRefused }): CallRefused => event;

/** Reactions of the root to an error code, for every call; first match wins (R36 to R40). */
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
  // a log entry about it would be refused, too
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
 * Reactions of the root to a failure that a chart reports. The failure is a state of that chart, so the root
 * only logs it, and shows `fallback` if there is one. The port has already reported an error code.
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
