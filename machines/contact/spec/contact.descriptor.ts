import { assign } from 'xstate';
import { formOf } from '../../model/form.ts';
import type { ContactDraft } from '../../ports/contact.port.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { guest, member, offline, refused, rejecting } from '../../testing/samples.ts';
import { contactMachine } from '../contact.machine.ts';
import type { ContactContext } from '../contact.types.ts';

const fails = { offline: rejecting(offline) };

const names = ['address', 'name', 'message'] as const;

const draft: ContactDraft = {
  visitor: '',
  address: '',
  name: 'Ben',
  message: 'A draft',
  key: null,
};

/** A message that was sent before a reload, without an answer. */
const sentBefore: ContactDraft = {
  visitor: '',
  address: 'Anna@Example.com',
  name: '',
  message: 'Where is my photo?',
  key: 'key-of-before-the-reload',
};

export const contactDescriptor = describeChart<typeof contactMachine>({
  machine: contactMachine,
  inputs: {
    'a user': { visitor: 'user-1' },
    'a guest': { visitor: '' },
    'unknown visitor': { visitor: null },
  },
  charts: {
    'user.changed': ({ visitor }: ContactContext) =>
      visitor === null ? { 'a guest': { user: guest }, 'a member': { user: member } } : {},
  },
  people: {
    'field.changed': {
      'an address': { name: 'address', value: 'Anna@Example.com' },
      'half an address': { name: 'address', value: 'anna@' },
      'a name': { name: 'name', value: 'Anna' },
      'a message': { name: 'message', value: 'Where is my photo?' },
    },
    'field.left': {
      'the address': { name: 'address' },
      'the message': { name: 'message' },
    },
    'form.submitted': {},
    'another.pressed': {},
  },
  actors: {
    readDraft: {
      done: {
        nothing: null,
        'of a guest': draft,
        'of a guest, that was sent': sentBefore,
        'of a user': { ...draft, visitor: 'user-1' },
        'of another': { ...draft, visitor: 'user-2' },
      },
      error: fails,
    },
    keepDraft: { error: { 'a fault': new Error('a fault') } },
    dropDraft: { done: {}, error: fails },
    findAddress: { done: { 'of the user': 'user@example.com', 'of a guest': null }, error: fails },
    createKey: { done: { '': 'key-0123456789abcdef' }, error: fails },
    sendMessage: {
      done: {},
      error: { ...fails, 'no such address': rejecting(refused('invalid_email')) },
    },
  },
  reads: ({ form: { values, problems }, key, draft: read, visitor }) => [
    values,
    problems,
    key,
    read?.visitor,
    visitor,
  ],
  // The draft is read when the page opens. Only a few key presses can happen before the draft is
  // read.
  bounds: {
    allows: ({ event = '', actor = '' }, snapshot) =>
      !/readDraft|findAddress|user\.changed|keepDraft/.test(event + actor) ||
      (actor === 'keepDraft' && snapshot.matches('sending')) ||
      (snapshot.matches('writing') &&
        snapshot.context.form.refusals === 0 &&
        snapshot.context.form.values.message === ''),
  },
  laws: {
    'no user sees the text of another user': {
      holds: ({ now: { context }, event }) =>
        context.form.values.message !== 'A draft' ||
        !(event && 'output' in event && (event.output as typeof draft)?.visitor === 'user-2'),
      brokenBy: (machine) => machine.provide({ guards: { isOwn: () => true } }),
    },
    'typed text is never replaced by a stored draft': {
      holds: ({ before, now, event }) =>
        event === null ||
        !/readDraft|findAddress|user\.changed/.test(event.type) ||
        names.every(
          (name) =>
            before.context.form.values[name] === '' ||
            before.context.form.values[name] === now.context.form.values[name],
        ),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            fillAddress: assign(({ context: { form } }, { address }) => ({
              form: address === null ? form : { ...form, values: { ...form.values, address } },
            })),
          },
        }),
    },
    'an empty message is not sent': {
      holds: ({ asked }) =>
        asked.every(({ id, input }) => id !== 'sendMessage' || input.message !== ''),
      brokenBy: 'contact.writing on form.submitted: not canSend',
    },
    'a message that may have arrived before a reload keeps its key': {
      holds: ({ before, now, event }) =>
        !(event && 'output' in event && event.output === sentBefore) ||
        before?.context.key !== null ||
        names.some((name) => now.context.form.values[name] !== sentBefore[name]) ||
        now.context.key === sentBefore.key,
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            restore: assign((_, { draft: kept }) => {
              if (!kept) return {};
              const { address, name, message } = kept;
              return { form: formOf({ address, name, message }) };
            }),
          },
        }),
    },
    'the key of a message is saved before the message is sent': {
      holds: ({ asked, told }) =>
        asked.every(
          ({ id, input }) =>
            id !== 'sendMessage' ||
            told.some(({ to, event }) => to === 'keepDraft' && event.draft.key === input.key),
        ),
      brokenBy: (machine) => machine.provide({ actions: { keepDraft: () => {} } }),
    },
    'a message that may have arrived is sent again with the same key': {
      holds: ({ before, asked, event }) =>
        event?.type !== 'form.submitted' ||
        before.context.key === null ||
        asked.some(({ id, input }) => id === 'sendMessage' && input.key === before.context.key),
      brokenBy: (machine) => machine.provide({ guards: { hasKey: () => false } }),
    },
  },
});
