import { describeChart } from '../testing/chart-descriptor.ts';
import { offline, refused, rejecting } from '../testing/samples.ts';
import { contactMachine } from './contact.machine.ts';

const fails = { offline: rejecting(offline) };

export const contactDescriptor = describeChart<typeof contactMachine>({
  machine: contactMachine,
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
    createKey: { done: { '': 'key-0123456789abcdef' }, error: fails },
    sendMessage: {
      done: {},
      error: { ...fails, 'no such address': rejecting(refused('invalid_email')) },
    },
  },
  reads: ({ form: { values, problems }, key }) => [values, problems, key],
  laws: {
    'an empty message is not sent': {
      holds: ({ asked }) =>
        asked.every(({ id, input }) => id !== 'sendMessage' || input.message !== ''),
      brokenBy: 'contact.writing on form.submitted: not canSend',
    },
    'a message that may have arrived is sent again as the same': {
      holds: ({ before, asked, event }) =>
        event?.type !== 'form.submitted' ||
        before.context.key === null ||
        asked.some(({ id, input }) => id === 'sendMessage' && input.key === before.context.key),
      brokenBy: (machine) => machine.provide({ guards: { hasKey: () => false } }),
    },
  },
});
