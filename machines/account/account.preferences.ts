import type { OwnAccount } from '../model/own-account.ts';
import { failed } from '../port-actors.ts';
import { accountSetup } from './account.setup.ts';

const loaded = ({ event }: { event: { output: OwnAccount } }) => ({ account: event.output });

/** Saved at once; what is chosen while something is being saved is saved after it. */
export const preferences = accountSetup.createStateConfig({
  initial: 'still',
  on: {
    'account.changed': {
      target: '.still',
      actions: { type: 'keepAccount', params: ({ event }) => event },
    },
    'locale.chosen': {
      target: '.saving',
      actions: [{ type: 'wantLocale', params: ({ event }) => event }, 'forgetPreferencesFailure'],
    },
    'reminders.switched': {
      target: '.saving',
      actions: [
        { type: 'wantReminders', params: ({ event }) => event },
        'forgetPreferencesFailure',
      ],
    },
  },
  states: {
    still: { meta: { view: 'the mail choices as the server has them' } },
    saving: {
      meta: { view: 'the mail choices as they were chosen, being saved' },
      invoke: {
        id: 'savePreferences',
        src: 'savePreferences',
        input: ({ context }) => context.wanted,
        onDone: [
          {
            guard: { type: 'isBehind', params: loaded },
            target: 'saving',
            reenter: true,
            actions: { type: 'keepSaved', params: loaded },
          },
          { target: 'saved', actions: { type: 'keepSaved', params: loaded } },
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
        // what is being saved is newer
        'account.changed': { actions: { type: 'keepSaved', params: ({ event }) => event } },
        'locale.chosen': { actions: { type: 'wantLocale', params: ({ event }) => event } },
        'reminders.switched': { actions: { type: 'wantReminders', params: ({ event }) => event } },
      },
    },
    saved: { meta: { view: 'the mail choices, and that they are saved' } },
    failed: { meta: { view: 'the mail choices as before, and why they were not saved' } },
  },
});
