import { assign, sendTo } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import {
  detectLocale,
  type LanguageSigns,
  type Locale,
  localeOfPath,
  localisePath,
} from '../model/locale.ts';
import type { Messages } from '../model/message.ts';
import { failed, ports } from '../port-actors.ts';
import type { LanguagePort } from '../ports/language.port.ts';
import type { NavigationPort } from '../ports/navigation.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { LanguageContext, LanguageEvent, LanguageInput } from './language.types.ts';

/**
 * Changes the language of the page (R1 to R5). The old language stays on screen until the messages
 * of the new language are loaded.
 */
export const languageMachine = setupChart({
  types: {
    context: {} as LanguageContext,
    events: {} as LanguageEvent,
    input: {} as LanguageInput,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({ calls: ['readLanguageSigns', 'loadMessages', 'saveLanguage'] }).of<LanguagePort>(),
    ...ports({ calls: ['navigate'] }).of<NavigationPort>(),
  },
  guards: {
    isLoaded: ({ context }) => context.wanted === context.locale,
    isChosen: ({ context }) => context.chosen,
    isElsewhere: ({ context }) => localisePath(context.path, context.locale) !== context.path,
    isOtherLanguage: ({ context }, { path }: { path: string }) =>
      localeOfPath(path) !== context.locale,
    isNewWish: ({ context }, { path }: { path: string }) => {
      const locale = localeOfPath(path);
      // A language that the visitor has chosen stays wanted during navigation in the old language.
      // A language from the address is dropped when the visitor goes back.
      return locale !== context.wanted && !(context.chosen && locale === context.locale);
    },
    isBack: ({ context }, { path }: { path: string }) =>
      !context.chosen && localeOfPath(path) === context.locale,
  },
  actions: {
    detect: assign(({ context }, { signs }: { signs: LanguageSigns }) => ({
      wanted: detectLocale(context.path, signs),
    })),
    choose: assign((_, { locale }: { locale: Locale }) => ({ wanted: locale, chosen: true })),
    setPath: assign((_, { path }: { path: string }) => ({ path })),
    followPath: assign((_, { path }: { path: string }) => ({
      path,
      wanted: localeOfPath(path),
      chosen: false,
    })),
    speak: assign(({ context }, { messages }: { messages: Messages }) => ({
      messages,
      locale: context.wanted,
    })),
    clearChoice: assign({ chosen: false }),
    tellLanguage: sendTo(chart('app'), ({ context }) => ({
      type: 'language.changed',
      locale: context.locale,
      messages: context.messages,
    })),
    reportFailure: sendTo(chart('app'), (_, { failure }: { failure: PortFailure }) => ({
      type: 'call.rejected',
      failure,
    })),
  },
}).createMachine({
  id: 'language',
  context: ({ input }) => ({
    locale: localeOfPath(input.path),
    messages: input.messages,
    wanted: localeOfPath(input.path),
    chosen: false,
    path: input.path,
  }),
  initial: 'detecting',
  on: {
    'language.chosen': {
      target: '.loading',
      actions: { type: 'choose', params: ({ event }) => event },
    },
    'location.changed': { actions: { type: 'setPath', params: ({ event }) => event } },
  },
  states: {
    detecting: {
      meta: { view: 'the language of the path' },
      invoke: {
        id: 'readLanguageSigns',
        src: 'readLanguageSigns',
        onDone: {
          target: 'loading',
          actions: { type: 'detect', params: ({ event }) => ({ signs: event.output }) },
        },
        onError: { target: 'loading', actions: { type: 'reportFailure', params: failed } },
      },
    },
    loading: {
      meta: { view: 'the old language until the new one is loaded' },
      always: { guard: 'isLoaded', target: 'placing' },
      on: {
        'location.changed': {
          guard: { type: 'isNewWish', params: ({ event }) => event },
          target: 'loading',
          reenter: true,
          actions: { type: 'followPath', params: ({ event }) => event },
        },
      },
      invoke: {
        id: 'loadMessages',
        src: 'loadMessages',
        input: ({ context }) => ({ locale: context.wanted }),
        onDone: {
          target: 'placing',
          actions: [
            { type: 'speak', params: ({ event }) => ({ messages: event.output }) },
            'tellLanguage',
          ],
        },
        onError: { target: 'ready.refused', actions: { type: 'reportFailure', params: failed } },
      },
    },
    placing: {
      meta: { view: 'transient' },
      always: [
        { guard: 'isChosen', target: 'remembering' },
        { guard: 'isElsewhere', target: 'redirecting' },
        { target: 'ready' },
      ],
    },
    remembering: {
      exit: 'clearChoice',
      meta: { view: 'the new language' },
      invoke: {
        id: 'saveLanguage',
        src: 'saveLanguage',
        input: ({ context }) => ({ locale: context.locale }),
        onDone: { target: 'placing' },
        onError: { target: 'placing', actions: { type: 'reportFailure', params: failed } },
      },
    },
    redirecting: {
      meta: { view: 'the new language' },
      invoke: {
        id: 'navigate',
        src: 'navigate',
        input: ({ context }) => ({
          to: localisePath(context.path, context.locale),
          replace: true,
        }),
        onDone: { target: 'ready' },
        onError: { target: 'ready', actions: { type: 'reportFailure', params: failed } },
      },
    },
    ready: {
      initial: 'settled',
      on: {
        'location.changed': {
          guard: { type: 'isOtherLanguage', params: ({ event }) => event },
          target: 'loading',
          actions: { type: 'followPath', params: ({ event }) => event },
        },
      },
      states: {
        settled: { meta: { view: 'the wanted language' } },
        refused: {
          meta: { view: 'the old language, with a button to try again' },
          on: {
            'language.retried': { target: '#language.loading' },
            'connection.restored': { target: '#language.loading' },
            'location.changed': {
              guard: { type: 'isBack', params: ({ event }) => event },
              target: 'settled',
              actions: { type: 'followPath', params: ({ event }) => event },
            },
          },
        },
      },
    },
  },
});
