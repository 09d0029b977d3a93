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
    meta: { req: 'R36' },
  },
  {
    guard: { type: 'isHomeNeeded', params: refusal },
    actions: ['leaveOverlay', { type: 'closeDialogs', params: { but: null } }, 'goHome'],
    meta: { req: 'R37' },
  },
  {
    guard: { type: 'isCreditsGoneForSubscriber', params: refusal },
    actions: [
      'leaveOverlay',
      { type: 'closeDialogs', params: { but: 'creditsNotEnough' } },
      'openCreditsNotEnough',
    ],
    meta: { req: 'R38' },
  },
  { guard: { type: 'isCreditsGone', params: refusal }, meta: { req: 'R38' } },
  { guard: { type: 'isDailyLimit', params: refusal }, meta: { req: 'R39' } },
  // a line about it would be refused, too
  {
    guard: { type: 'isOfLog', params: refusal },
    actions: { type: 'toastMessage', params: refusal },
    meta: { req: 'R40' },
  },
  {
    guard: { type: 'isSaid', params: refusal },
    actions: { type: 'logFailure', params: refusal },
    meta: { req: 'R40' },
  },
  {
    actions: [
      { type: 'logFailure', params: refusal },
      { type: 'toastMessage', params: refusal },
      { type: 'emitError', params: refusal },
    ],
    meta: { req: ['R40', 'R54'] },
  },
] as const;

const rejection = ({ event }: { event: CallRejected }): CallRejected => event;

/**
 * What the root does with a failure that a chart reports: it is a state of that chart, so the root
 * only logs it, and shows `fallback` if there is one. The port has reported a code already.
 */
export const rejections = [
  { guard: { type: 'hasCode', params: rejection }, meta: { req: 'R40' } },
  {
    guard: { type: 'hasFallback', params: rejection },
    actions: [
      { type: 'logFailure', params: rejection },
      { type: 'toastFallback', params: rejection },
      { type: 'emitError', params: rejection },
    ],
    meta: { req: 'R54' },
  },
  { actions: { type: 'logFailure', params: rejection }, meta: { req: 'ours' } },
] as const;
