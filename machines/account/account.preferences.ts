import type { OwnAccount } from '../model/own-account.ts';
import { failed } from '../port-actors.ts';
import { accountSetup } from './account.setup.ts';

const loaded = ({ event }: { event: { output: OwnAccount } }) => ({ account: event.output });

/** Saves each choice immediately. A choice made during a save is saved after that save. */
export const preferences = accountSetup.createStateConfig({
  initial: 'still',
  on: {
    'account.changed': {
      target: '.still',
      actions: { type: 'setAccount', params: ({ event }) => event },
    },
    'locale.chosen': {
      target: '.saving',
      actions: [{ type: 'wantLocale', params: ({ event }) => event }, 'clearPreferencesFailure'],
    },
    'reminders.switched': {
      target: '.saving',
      actions: [{ type: 'wantReminders', params: ({ event }) => event }, 'clearPreferencesFailure'],
    },
  },
  states: {
    still: { meta: { view: 'the mail choices as saved on the server' } },
    saving: {
      meta: { view: 'the new mail choices, being saved' },
      invoke: {
        id: 'savePreferences',
        src: 'savePreferences',
        input: ({ context }) => context.wanted,
        onDone: [
          {
            guard: { type: 'isBehind', params: loaded },
            target: 'saving',
            reenter: true,
            actions: { type: 'setSaved', params: loaded },
          },
          { target: 'saved', actions: { type: 'setSaved', params: loaded } },
        ],
        onError: {
          target: 'failed',
          actions: [
            { type: 'takeBack', params: failed },
            { type: 'reportFailure', params: failed },
          ],
        },
      },
      on: {
        // `setSaved` keeps the choices on screen, because the choices being saved are newer than
        // the answer
        'account.changed': { actions: { type: 'setSaved', params: ({ event }) => event } },
        'locale.chosen': { actions: { type: 'wantLocale', params: ({ event }) => event } },
        'reminders.switched': { actions: { type: 'wantReminders', params: ({ event }) => event } },
      },
    },
    saved: { meta: { view: 'the mail choices, and a note that they are saved' } },
    failed: { meta: { view: 'the previous mail choices, and why the new ones were not saved' } },
  },
});
