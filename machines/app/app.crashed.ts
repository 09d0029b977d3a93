import { failed } from '../port-actors.ts';
import type { Child } from './app.types.ts';

/** How each begins anew, and puts in order what the crashed one has left with others. */
const beginAnew = {
  writeLog: ['beginLog'],
  toast: ['beginToast'],
  debugConsole: ['beginConsole'],
  dialogs: ['beginDialogs', 'answerRecords', 'answerResult'],
  overlay: ['beginOverlay', 'reopenOverlay', 'lookAway'],
  language: ['beginLanguage'],
  session: ['beginSession'],
  task: ['closeOverlay', 'beginTask', 'tellKnownSetup'],
  watchConnection: ['beginConnection'],
  records: [{ type: 'withdrawDialogs', params: { requester: 'records' } }, 'beginRecords'],
  result: [{ type: 'withdrawDialogs', params: { requester: 'result' } }, 'beginResult'],
} as const;

/**
 * What the root does when a chart or stream that it started stops with an error: begins it anew,
 * once in the life of a page. One that crashes again stays away, and the screens that need it give
 * their place to the error page.
 */
export const crashed = <Id extends Child>(id: Id) =>
  [
    {
      guard: { type: 'isFirstCrash', params: { id } },
      actions: [
        { type: 'noteCrash', params: { id } },
        ...beginAnew[id],
        { type: 'logCrash', params: failed },
      ],
      meta: { req: 'ours' },
    },
    {
      actions: [
        { type: 'noteCrash', params: { id } },
        { type: 'logCrash', params: failed },
      ],
      meta: { req: 'ours' },
    },
  ] as const;
