import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { callActor } from '../port-actors.ts';
import type { ContactMessage } from '../ports/contact.port.ts';
import { PortError } from '../ports/port-failure.ts';
import { offline, refused } from '../testing/samples.ts';
import { settle } from '../testing/test-system.ts';
import { contactMachine } from './contact.machine.ts';
import {
  selectContactFailure,
  selectContactForm,
  selectIsSending,
  selectReceiptAddress,
} from './contact.selectors.ts';
import type { ContactEvent, ContactField } from './contact.types.ts';

const open = (answers: (() => Promise<void>)[] = []) => {
  const sent: ContactMessage[] = [];
  let keys = 0;
  const actor = createActor(
    contactMachine.provide({
      actors: {
        createKey: callActor(async () => {
          keys += 1;
          return `key-${keys}`;
        }),
        sendMessage: callActor((message: ContactMessage | null) => {
          if (message) sent.push(message);
          return answers.shift()?.() ?? Promise.resolve();
        }),
      },
    }),
  ).start();
  const send = async (...events: ContactEvent[]) => {
    for (const event of events) actor.send(event);
    await settle();
  };
  const fill = (name: ContactField, value: string) => send({ type: 'field.changed', name, value });
  return { sent, send, fill, now: () => actor.getSnapshot() };
};

const submitted = { type: 'form.submitted' } as const;

const filledIn = async (answers: (() => Promise<void>)[] = []) => {
  const page = open(answers);
  await page.fill('address', ' Anna@Example.com ');
  await page.fill('message', 'Where is my photo?');
  return page;
};

const failing = (failure: ConstructorParameters<typeof PortError>[0]) => () =>
  Promise.reject(new PortError(failure));

describe('a message to the support', () => {
  it('is sent with its address in lower case, and says where the receipt went', async () => {
    const { sent, send, now } = await filledIn();
    await send(submitted);
    const message = 'Where is my photo?';
    expect(sent).toEqual([{ address: 'anna@example.com', name: '', message, key: 'key-1' }]);
    expect(selectReceiptAddress(now())).toBe('anna@example.com');
  });

  it('is sent once, however often the button is pressed', async () => {
    const { sent, send, now } = await filledIn();
    await send(submitted, submitted, submitted);
    expect(sent).toHaveLength(1);
    expect(selectIsSending(now())).toBe(false);
  });

  it.each([
    ['address', 'anna', 'invalid'],
    ['message', '   ', 'missing'],
    ['message', 'x'.repeat(5001), 'tooLong'],
    ['name', 'x'.repeat(101), 'tooLong'],
  ] as const)('with the %s “%s” is not sent: %s', async (name, value, problem) => {
    const { sent, fill, send, now } = await filledIn();
    await fill(name, value);
    await send(submitted);
    const { problems, refusals } = selectContactForm(now());
    expect([sent, problems[name], refusals]).toEqual([[], problem, 1]);
  });

  it('that may have arrived is sent again as the same; a changed one is another', async () => {
    const { sent, fill, send, now } = await filledIn([failing(offline), failing(offline)]);
    await send(submitted);
    expect([selectContactFailure(now()), selectContactForm(now()).values.message]).toEqual([
      offline,
      'Where is my photo?',
    ]);
    await send(submitted);
    await fill('message', 'Where is my other photo?');
    expect(selectContactFailure(now())).toBeNull();
    await send(submitted);
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2']);
  });

  it('whose address the server refuses says so at the field', async () => {
    const { send, now } = await filledIn([failing(refused('invalid_email'))]);
    await send(submitted);
    expect(selectContactForm(now()).problems).toEqual({ address: 'invalid' });
  });

  it('can be followed by another from the same address', async () => {
    const { sent, fill, send, now } = await filledIn();
    await send(submitted, submitted);
    await send({ type: 'another.pressed' });
    expect(selectContactForm(now()).values).toMatchObject({ message: '' });
    await fill('message', 'Thank you!');
    await send(submitted);
    expect(sent.map(({ message, key }) => [message, key])).toEqual([
      ['Where is my photo?', 'key-1'],
      ['Thank you!', 'key-2'],
    ]);
  });

  it('says what is wrong with a field that is left', async () => {
    const { fill, send, now } = open();
    await fill('address', 'anna@');
    await send({ type: 'field.left', name: 'address' });
    expect(selectContactForm(now()).problems.address).toBe('invalid');
  });
});
