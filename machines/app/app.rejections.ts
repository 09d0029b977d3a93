import type { CallRejected } from './app.types.ts';

const rejection = ({ event }: { event: CallRejected }): CallRejected => event;

/**
 * What the root does with a failed call, first match wins (R36 to R40). A failure without a code
 * is a state of the chart that asked; the root only logs it, and says `fallback` if there is one.
 */
export const rejections = [
  {
    guard: { type: 'isSignInNeeded', params: rejection },
    actions: ['clearSession', 'leaveOverlay', 'openSignIn'],
    meta: { req: 'R36' },
  },
  {
    guard: { type: 'isHomeNeeded', params: rejection },
    actions: ['leaveOverlay', 'goHome'],
    meta: { req: 'R37' },
  },
  {
    guard: { type: 'isCreditsGoneForSubscriber', params: rejection },
    actions: ['leaveOverlay', 'openCreditsNotEnough'],
    meta: { req: 'R38' },
  },
  { guard: { type: 'isCreditsGone', params: rejection }, meta: { req: 'R38' } },
  { guard: { type: 'isDailyLimit', params: rejection }, meta: { req: 'R39' } },
  {
    guard: { type: 'hasCode', params: rejection },
    actions: [
      { type: 'logFailure', params: rejection },
      { type: 'toastMessage', params: rejection },
      { type: 'emitError', params: rejection },
    ],
    meta: { req: ['R40', 'R54'] },
  },
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
