import { assign } from 'xstate';
import { localeOfPath, localisePath } from '../../model/locale.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { offline, rejecting, storageRefused } from '../../testing/samples.ts';
import { languageMachine } from '../language.machine.ts';

const fails = { offline: rejecting(offline) };
const refused = { 'no cookies': rejecting(storageRefused) };

export const languageDescriptor = describeChart<typeof languageMachine>({
  machine: languageMachine,
  inputs: {
    'the bare home page': { path: '/', messages: { hello: 'Hello' } },
    'a German page that carries its messages': { path: '/de/record', messages: { hello: 'Hallo' } },
  },
  people: {
    'language.chosen': { German: { locale: 'de' }, English: { locale: 'en' } },
    'language.retried': {},
  },
  charts: {
    'location.changed': { 'to German': { path: '/de/record' }, 'to English': { path: '/record' } },
    'connection.restored': {},
  },
  actors: {
    readLanguageSigns: {
      done: {
        'a German browser': { cookie: null, browser: ['de-AT'] },
        'an English cookie': { cookie: 'en', browser: ['de'] },
      },
      error: refused,
    },
    loadMessages: { done: { '': { hello: 'Hallo' } }, error: fails },
    saveLanguage: { done: {}, error: refused },
    navigate: { done: {}, error: fails },
  },
  reads: ({ locale, wanted, chosen, path }) => [
    locale,
    wanted,
    chosen,
    localeOfPath(path),
    localisePath(path, locale) !== path,
  ],
  laws: {
    'a language appears only with its own messages': {
      holds: ({ before, now, event }) =>
        before.context.locale === now.context.locale ||
        (event?.type === 'xstate.done.actor.loadMessages' && event.output === now.context.messages),
      brokenBy: (machine) =>
        machine.provide({
          actions: { speak: assign(({ context }) => ({ locale: context.wanted })) },
        }),
    },
    'every change of the language is reported to the root': {
      holds: ({ before, now, told }) =>
        before.context.locale === now.context.locale ||
        told.some(({ to, event }) => to === 'app' && event.locale === now.context.locale),
      brokenBy: 'language.loading on onDone of loadMessages: without the action tellLanguage',
    },
    'only a language that the visitor chose is saved': {
      holds: ({ now, asked }) =>
        now.context.chosen || asked.every(({ id }) => id !== 'saveLanguage'),
      brokenBy: 'language.placing on always: without the guard isChosen',
    },
    'the address is not changed if it is already in the language on screen': {
      holds: ({ now: { context }, asked }) =>
        localisePath(context.path, context.locale) !== context.path ||
        asked.every(({ id }) => id !== 'navigate'),
      brokenBy: 'language.placing on always: without the guard isElsewhere',
    },
  },
});
