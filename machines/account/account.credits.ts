import type { LedgerPage } from '../model/ledger.ts';
import { failed } from '../port-actors.ts';
import { accountSetup } from './account.setup.ts';

const loaded = ({ event }: { event: { output: LedgerPage } }) => ({ page: event.output });

const notLoaded = [
  { type: 'setCreditsFailure', params: failed },
  { type: 'reportFailure', params: failed },
] as const;

export const credits = accountSetup.createStateConfig({
  initial: 'loading',
  states: {
    loading: {
      meta: { view: 'a note that the credits are loading' },
      invoke: {
        id: 'loadCredits',
        src: 'loadCredits',
        input: { cursor: null },
        onDone: { target: 'listed', actions: { type: 'setCredits', params: loaded } },
        onError: { target: 'failed', actions: notLoaded },
      },
    },
    failed: {
      meta: { view: 'a message that the credits could not be loaded, with a button to try again' },
      on: {
        'credits.retried': { target: 'loading' },
        'server.changed': { target: 'loading' },
        'connection.restored': { target: 'loading' },
      },
    },
    listed: {
      meta: { view: 'the balance and the newest ledger lines, with a button for older ones' },
      on: {
        'moreCredits.pressed': { guard: 'hasMoreCredits', target: 'loadingMore' },
      },
    },
    loadingMore: {
      meta: { view: 'the ledger lines loaded so far, older ones loading' },
      invoke: {
        id: 'loadMoreCredits',
        src: 'loadCredits',
        input: ({ context }) => ({ cursor: context.credits?.nextCursor ?? null }),
        onDone: { target: 'listed', actions: { type: 'addCredits', params: loaded } },
        onError: { target: 'moreFailed', actions: notLoaded },
      },
    },
    moreFailed: {
      meta: {
        view: 'the ledger lines loaded so far, a message that older ones could not be loaded, and a button to try again',
      },
      on: {
        'moreCredits.pressed': { target: 'loadingMore' },
        'connection.restored': { target: 'loadingMore' },
      },
    },
  },
});

export const creditsFile = accountSetup.createStateConfig({
  initial: 'still',
  states: {
    still: {
      meta: { view: 'the button that saves the ledger lines as a file' },
      on: { 'creditsFile.pressed': { target: 'saving' } },
    },
    saving: {
      entry: 'clearFileFailure',
      meta: { view: 'a note that the file is loading' },
      invoke: {
        id: 'saveCreditsFile',
        src: 'saveCreditsFile',
        onDone: { target: 'still', actions: 'toastFileSaved' },
        onError: {
          target: 'failed',
          actions: [
            { type: 'setFileFailure', params: failed },
            { type: 'reportFailure', params: failed },
          ],
        },
      },
    },
    failed: {
      meta: { view: 'why the file could not be saved, with the button' },
      on: { 'creditsFile.pressed': { target: 'saving' } },
    },
  },
});
