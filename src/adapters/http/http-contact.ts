import type { ContactPort } from '../../../machines/ports/contact.port.ts';
import type { CallApi, WhoCalls } from './api-client.ts';

export const createHttpContact = (
  api: CallApi,
  caller: WhoCalls,
): Pick<ContactPort, 'sendMessage' | 'findAddress'> => ({
  findAddress: async (_, signal) => {
    const { kind } = await caller();
    return kind === 'guest' ? null : (await api('account', { signal })).email;
  },
  sendMessage: async ({ address, name, message, key }, signal) => {
    const payload = { email: address, name, message, idempotencyKey: key };
    await api('contact', { payload, signal });
  },
});
