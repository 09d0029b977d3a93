import type { AnyMachineSnapshot } from 'xstate';
import type { Wish } from './scene.ts';

export const isIn =
  (state: string | Record<string, unknown>) =>
  (snapshot: AnyMachineSnapshot): boolean =>
    snapshot.matches(state as never);

export const chosen: Wish = ['task', isIn('chosen')];
export const watched: Wish = [
  'task',
  (task) => task.matches('working') && task.context.watching && task.context.photo !== null,
];
export const recordsOpen: Wish = ['app', isIn({ boot: 'ready', page: 'records' })];
export const resultOpen: Wish = ['app', isIn({ boot: 'ready', page: 'result' })];
export const recordsListed: Wish = ['records', isIn({ listed: { list: 'idle' } })];
export const resultShown: Wish = ['result', isIn('shown')];

/** Where each chart rests when nothing is said about it: a guest who has just arrived. */
export const atRest: readonly Wish[] = [
  [
    'language',
    (snapshot) => snapshot.matches({ ready: 'settled' }) && snapshot.context.locale === 'en',
  ],
  ['session', (session) => session.matches('guest') && session.context.user !== null],
  ['app', isIn({ boot: 'ready' })],
  ['task', (snapshot) => snapshot.matches({ choosing: 'empty' })],
  ['debugConsole', isIn('hidden')],
];
