import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { selectFailure, selectForm, selectIsBusy } from '../../form/form.selectors.ts';
import type { ContactDraft, ContactMessage, DraftChanged } from '../../ports/contact.port.ts';
import { PortError } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { guest, member, offline, refused } from '../../testing/samples.ts';
import { deferred, settle } from '../../testing/test-system.ts';
import { contactMachine } from '../contact.machine.ts';
import { selectReceiptAddress } from '../contact.selectors.ts';
import type { ContactEvent, ContactField } from '../contact.types.ts';

type Kept = {
  visitor?: string | null;
  draft?: ContactDraft | null;
  address?: Promise<string | null>;
};

const open = (answers: (() => Promise<void>)[] = [], kept: Kept = {}) => {
  const sent: ContactMessage[] = [];
  const drafts: (ContactDraft | null)[] = [];
  let keys = 0;
  const actor = createActor(
    contactMachine.provide({
      actors: {
        readDraft: callActor(async () => kept.draft ?? null),
        keepDraft: fromCallback<DraftChanged, undefined>(({ receive }) =>
          receive(({ draft }) => drafts.push(draft)),
        ),
        dropDraft: callActor(async () => {
          drafts.push(null);
        }),
        findAddress: callActor(() => kept.address ?? Promise.resolve(null)),
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
    { input: { visitor: kept.visitor === undefined ? '' : kept.visitor } },
  ).start();
  const send = async (...events: ContactEvent[]) => {
    for (const event of events) actor.send(event);
    await settle();
  };
  const fill = (name: ContactField, value: string) => send({ type: 'field.changed', name, value });
  const values = () => actor.getSnapshot().context.form.values;
  return { sent, drafts, send, fill, values, now: () => actor.getSnapshot() };
};

const draft: ContactDraft = {
  visitor: '',
  address: 'ben@example.com',
  name: 'Ben',
  message: 'Half a sen',
  key: null,
};

const { visitor: _, key: __, ...typed } = draft;
const nothing = { address: '', name: '', message: '' };

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
  it("is sent with its address in lower case, and shows the receipt's address (R10)", async () => {
    const { sent, send, now } = await filledIn();
    await send(submitted);
    const message = 'Where is my photo?';
    expect(sent).toEqual([{ address: 'anna@example.com', name: '', message, key: 'key-1' }]);
    expect(selectReceiptAddress(now())).toBe('anna@example.com');
  });

  it('is sent once for several presses', async () => {
    const { sent, send, now } = await filledIn();
    await send(submitted, submitted, submitted);
    expect(sent).toHaveLength(1);
    expect(selectIsBusy(now())).toBe(false);
  });

  it.each([
    ['address', 'anna', 'invalid'],
    ['message', '   ', 'missing'],
    ['message', 'x'.repeat(5001), 'tooLong'],
    ['name', 'x'.repeat(101), 'tooLong'],
  ] as const)('with the %s “%s” is not sent: %s (R29)', async (name, value, problem) => {
    const { sent, fill, send, now } = await filledIn();
    await fill(name, value);
    await send(submitted);
    const { problems, refusals } = selectForm(now());
    expect([sent, problems[name], refusals]).toEqual([[], problem, 1]);
  });

  it('that may have arrived is sent again with the same key, and a changed message with a new key', async () => {
    const { sent, fill, send, now } = await filledIn([failing(offline), failing(offline)]);
    await send(submitted);
    expect([selectFailure(now()), selectForm(now()).values.message]).toEqual([
      offline,
      'Where is my photo?',
    ]);
    await send(submitted);
    await fill('message', 'Where is my other photo?');
    expect(selectFailure(now())).toBeNull();
    await send(submitted);
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2']);
  });

  it('shows a refusal of its address at the field', async () => {
    const { send, now } = await filledIn([failing(refused('invalid_email'))]);
    await send(submitted);
    expect(selectForm(now()).problems).toEqual({ address: 'invalid' });
  });

  it('can be followed by another message from the same address', async () => {
    const { sent, fill, send, now } = await filledIn();
    await send(submitted, submitted);
    await send({ type: 'another.pressed' });
    expect(selectForm(now()).values).toMatchObject({ message: '' });
    await fill('message', 'Thank you!');
    await send(submitted);
    expect(sent.map(({ message, key }) => [message, key])).toEqual([
      ['Where is my photo?', 'key-1'],
      ['Thank you!', 'key-2'],
    ]);
  });

  it("shows a field's problem when the field is left (R29)", async () => {
    const { fill, send, now } = open();
    await fill('address', 'anna@');
    await send({ type: 'field.left', name: 'address' });
    expect(selectForm(now()).problems.address).toBe('invalid');
  });
});

describe('an unsent draft', () => {
  it('is saved with each change, until it is sent', async () => {
    const { drafts, fill, send } = open([], { visitor: 'user-1' });
    await settle();
    await fill('address', 'anna@example.com');
    await fill('message', 'Hello');
    const kept = { visitor: 'user-1', address: 'anna@example.com', name: '', message: 'Hello' };
    expect(drafts.at(-1)).toEqual({ ...kept, key: null });
    await send(submitted);
    expect(drafts.slice(-2)).toEqual([{ ...kept, key: 'key-1' }, null]);
  });

  it('is sent with the same key after a reload if its answer was lost', async () => {
    const before = await filledIn([failing(offline)]);
    await before.send(submitted);
    const kept = before.drafts.at(-1);
    expect(kept?.key).toBe('key-1');
    // each page numbers its keys from one, so the key of the first page needs another name
    const key = 'key-of-before';
    const draftOfBefore = { ...(kept as ContactDraft), key };
    const after = open([], { draft: draftOfBefore, address: Promise.resolve('user@example.com') });
    await settle();
    await after.send(submitted);
    expect(after.sent).toEqual(before.sent.map((message) => ({ ...message, key })));
  });

  it('has its key saved before it is sent', async () => {
    const { drafts, send } = await filledIn([() => new Promise(() => {})]);
    await send(submitted);
    expect(drafts.at(-1)?.key).toBe('key-1');
  });

  it.each([
    ['is changed after the reload', 'after'],
    ['is typed before it is read', 'before'],
  ])('is another message when it %s', async (_what, when) => {
    const sent = { ...draft, key: 'key-of-the-first' };
    const page = open([], { draft: sent });
    if (when === 'after') await settle();
    await page.fill('message', 'Another letter');
    await settle();
    expect(page.drafts.at(-1)?.key).toBeNull();
    await page.send(submitted);
    expect(page.sent).toMatchObject([{ message: 'Another letter', key: 'key-1' }]);
  });

  it('is restored', async () => {
    const { values } = open([], { draft });
    await settle();
    expect(values()).toEqual(typed);
  });

  it('does not replace text typed before it is read', async () => {
    const { fill, values } = open([], { draft });
    await fill('message', 'Something else');
    expect(values()).toEqual({ ...typed, message: 'Something else' });
  });

  it('stays when its guest signs in, and is shown to no other user', async () => {
    const signedIn = open([], { draft, visitor: 'user-1' });
    const another = open([], { draft: { ...draft, visitor: 'user-2' }, visitor: 'user-1' });
    await settle();
    expect([signedIn.values(), another.values()]).toEqual([typed, nothing]);
  });

  it.each([
    ['its user', member, typed],
    ['a guest', guest, nothing],
  ] as const)('of a user waits until the visitor is known: %s', async (_who, user, shown) => {
    const { send, values } = open([], { draft: { ...draft, visitor: member.id }, visitor: null });
    await settle();
    expect(values()).toEqual(nothing);
    await send({ type: 'user.changed', user });
    expect(values()).toEqual(shown);
  });
});

describe('the address of a user', () => {
  const address = Promise.resolve('user@example.com');

  it('is filled in, and can be changed', async () => {
    const { fill, values } = open([], { address });
    await settle();
    expect(values().address).toBe('user@example.com');
    await fill('address', 'another@example.com');
    expect(values().address).toBe('another@example.com');
  });

  it('clears the problem of the empty field', async () => {
    const late = deferred<string | null>();
    const { fill, send, now } = open([], { address: late.promise });
    await fill('message', 'Hello');
    await send(submitted);
    expect(selectForm(now()).problems.address).toBe('missing');
    late.resolve('user@example.com');
    await settle();
    expect(selectForm(now()).problems.address).toBeUndefined();
  });

  it.each([
    ['typed text', undefined, 'typed@example.com'],
    ['the stored draft', draft, 'ben@example.com'],
  ] as const)('does not replace %s', async (_what, kept, stays) => {
    const late = deferred<string | null>();
    const { fill, values } = open([], { address: late.promise, draft: kept ?? null });
    await settle();
    if (!kept) await fill('address', stays);
    late.resolve('user@example.com');
    await settle();
    expect(values().address).toBe(stays);
  });
});
