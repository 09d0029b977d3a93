import type { CallRefused, CallRejected } from './app.types.ts';

const refusal = ({ event }: { event: CallRefused }): CallRefused => event;

/** The root's reactions to an error code of any call; the first match applies (R36 to R40). */
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
  // the log call itself was refused, so logging the refusal would be refused as well
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
 * The root's reactions to a failure that a chart reports. The chart shows the failure itself, so
 * the root only logs the failure and shows `fallback` if it is set. The port has already reported
 * an error code.
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
