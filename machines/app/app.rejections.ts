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
  {
    guard: { type: 'isPictureLost', params: refusal },
    actions: [
      { type: 'tellPictureLost', params: refusal },
      { type: 'logFailure', params: refusal },
    ],
  },
  // The server refused the log call itself, and would refuse a log line about this refusal as well.
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
 * The root's reactions to a failure that a chart reports and shows itself. The root only logs the
 * failure, and shows the message `fallback` if the event has one. A failure with an error code was
 * already reported by the port.
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
