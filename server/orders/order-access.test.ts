import { expect, test, vi } from 'vitest';
import type { EmailCodes } from '../mail/email-codes.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { bought, newBuyer } from './money.fixture.ts';
import { createOrderAccess } from './order-access.ts';

const server = sharedTestServer();

test('the code of an order is mailed at once; an unknown order number mails nothing (R74)', async () => {
  const { code } = await bought(server, await newBuyer(server));
  const mailer = { write: vi.fn(async () => {}), wake: vi.fn(async () => {}) };
  const made = { id: 'made', code: '271828', link: 'unused', expiresAt: new Date(0) };
  const access = createOrderAccess({
    db: server.database.db,
    codes: { make: async () => made } as unknown as EmailCodes,
    mailer,
    now: server.clock.now,
    onError(error) {
      throw error;
    },
  });
  await access.request('LW-2222-2222', 'net');
  expect(mailer.write).not.toHaveBeenCalled();
  await access.request(code, 'net');
  expect(mailer.write).toHaveBeenCalledOnce();
  expect(mailer.wake).toHaveBeenCalledOnce();
  expect(mailer.wake).toHaveBeenCalledAfter(mailer.write);
});
