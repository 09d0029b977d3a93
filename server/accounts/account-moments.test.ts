import { expect, test, vi } from 'vitest';
import type { EmailCodes } from '../mail/email-codes.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import { changeUser, findUser, type User } from '../owners/users.store.ts';
import type { RecordFiles } from '../tasks/record-files.ts';
import type { RecordSignals } from '../tasks/record-signals.ts';
import { reaches, startWith } from '../tasks/records.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';
import { createAccount } from './account.ts';
import { newAddress, signIn } from './accounts.fixture.ts';
import { createDeletion } from './deletion.ts';
import type { Entrance } from './entrance.ts';
import type { Passwords } from './passwords.ts';
import { createSignIns } from './sign-ins.ts';

/* Tests requests during which the account changes. */

const server = sharedTestServer({
  env: { CODES_PER_SUBNET: '1000', SIGN_INS_PER_MINUTE: '1000' },
});
const now = () => new Date();
const onError = (error: unknown) => {
  throw error;
};

/** These fakes accept every code and ignore every mail. */
const codes = { make: vi.fn(), spend: async () => null, spendAll: async () => null };
const mailer = { write: async () => {}, wake: async () => {} };

async function newUser() {
  const [visitor, email] = [server.visitor(), newAddress()];
  const { user } = await signIn(server, visitor, email);
  return { visitor, email, id: user.id ?? '' };
}

/** Returns a partial fake. Tests must not use the missing members. */
const fakes = <Whole>(parts: Partial<Whole>): Whole => parts as Whole;

test('a password is not set for an address that was changed in the meantime', async () => {
  const { id } = await newUser();
  const { db } = server.database;
  const set = vi.fn();
  const passwords = fakes<Passwords>({
    check: vi.fn(),
    set,
    prepare: async () => {
      await db.transaction((tx) => changeUser(tx, id, { email: newAddress() }));
      return 'a hash';
    },
  });
  const account = createAccount({
    db,
    passwords,
    now,
    onError,
    codes: fakes<EmailCodes>(codes),
    welcome: { leave: async () => {} },
    mailer: fakes<Mailer>(mailer),
  });
  const request = { password: 'correct horse battery', proof: { oldPassword: 'seven hills' } };
  const change = account.changePassword({ ownerId: id, sessionId: 'present' }, request);
  await expect(change).rejects.toMatchObject({ code: '10009' });
  expect(set).not.toHaveBeenCalled();
  expect((await findUser(db, id))?.passwordHash).toBeNull();
});

function deletionWith(parts: { abort?: () => void; changed?: () => void } = {}) {
  const { abort = vi.fn(), changed = vi.fn() } = parts;
  return createDeletion({
    db: server.database.db,
    now,
    onError,
    codes: fakes<EmailCodes>(codes),
    welcome: { leave: async () => {} },
    mailer: fakes<Mailer>(mailer),
    runner: { abort },
    files: fakes<RecordFiles>({ remove: async () => {} }),
    exports: { sweep: async () => {} },
    signals: fakes<RecordSignals>({ changed }),
  });
}

test('a deleted account is not deleted again', async () => {
  await expect(deletionWith().run('nobody', '123456')).rejects.toMatchObject({ code: '10009' });
});

test('a request waiting for a record is woken when its account is deleted', async () => {
  const { visitor, id } = await newUser();
  const record = await startWith(visitor, await photo());
  await reaches(visitor, record.id, 2);
  const [abort, changed] = [vi.fn(), vi.fn()];
  await deletionWith({ abort, changed }).run(id, '123456');
  expect(abort.mock.calls).toEqual([[record.id]]);
  expect(changed.mock.calls).toEqual([[record.id]]);
});

test('mails written by a sign-in with a new password are sent at once', async () => {
  const wake = vi.fn(async () => {});
  const signIns = createSignIns({
    db: server.database.db,
    onError,
    codes: fakes<EmailCodes>(codes),
    mailer: fakes<Mailer>({ wake }),
    entrance: fakes<Entrance>({ userOf: async () => fakes<User>({}), enter: vi.fn() }),
    passwords: fakes<Passwords>({
      prepare: async () => 'a hash',
      set: async () => {},
      forgetTries: async () => {},
    }),
  });
  const given = { email: newAddress(), code: '123456' };
  await signIns.byCode(given, fakes({}));
  expect(wake).not.toHaveBeenCalled();
  await signIns.byCode({ ...given, password: 'correct horse battery' }, fakes({}));
  expect(wake).toHaveBeenCalledOnce();
});
