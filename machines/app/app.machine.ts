import { localeOfPath } from '../model/locale.ts';
import { crashed } from './app.crashed.ts';
import { page } from './app.page.ts';
import { arrival, boot, connection, core, navigation } from './app.regions.ts';
import { rejections } from './app.rejections.ts';
import { appSetup } from './app.setup.ts';

/**
 * The root: one per page load, made outside React. Starts every long-lived chart, takes what
 * concerns all of them, and decides what a rejected call means (R35 to R40).
 */
export const appMachine = appSetup.createMachine({
  id: 'app',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    ...input,
    locale: localeOfPath(input.path),
    setup: null,
    setupFailure: null,
    user: null,
    destination: null,
    coreRejected: null,
    openRecordId: null,
    crashes: {},
  }),
  type: 'parallel',
  invoke: [
    { id: 'writeLog', systemId: 'log', src: 'writeLog', onError: crashed('writeLog') },
    { id: 'toast', systemId: 'toast', src: 'toast', onError: crashed('toast') },
    {
      id: 'debugConsole',
      systemId: 'debugConsole',
      src: 'debugConsole',
      onError: crashed('debugConsole'),
    },
    { id: 'dialogs', systemId: 'dialogs', src: 'dialogs', onError: crashed('dialogs') },
    { id: 'overlay', systemId: 'overlay', src: 'overlay', onError: crashed('overlay') },
    {
      id: 'language',
      systemId: 'language',
      src: 'language',
      input: ({ context }) => ({ path: context.path, messages: context.messages }),
      onError: crashed('language'),
    },
    { id: 'session', systemId: 'session', src: 'session', onError: crashed('session') },
    { id: 'task', systemId: 'task', src: 'task', onError: crashed('task') },
    { id: 'watchConnection', src: 'watchConnection', onError: crashed('watchConnection') },
  ],
  on: {
    'call.rejected': rejections,
    'user.changed': {
      actions: { type: 'keepUser', params: ({ event }) => event },
      meta: { req: 'R12' },
    },
    'language.changed': {
      actions: { type: 'keepLanguage', params: ({ event }) => event },
      meta: { req: 'R4' },
    },
    'location.changed': {
      actions: [
        { type: 'keepPath', params: ({ event }) => event },
        { type: 'tellLocation', params: ({ event }) => event },
      ],
      meta: { req: 'R4' },
    },
    'task.ended': [
      {
        guard: { type: 'isWatchedSuccess', params: ({ event }) => event },
        actions: { type: 'goToResult', params: ({ event }) => event },
        meta: { req: 'R72' },
      },
      {
        guard: { type: 'isUnseenEnd', params: ({ event }) => event },
        actions: { type: 'toastEnd', params: ({ event }) => event },
        meta: { req: 'R72' },
      },
    ],
  },
  states: { boot, arrival, connection, core, navigation, page },
});
