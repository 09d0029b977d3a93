import type { ContactPort } from '../../../machines/ports/contact.port.ts';
import type { CallApi } from './api-client.ts';

export const createHttpContact = (api: CallApi): ContactPort => ({
  sendMessage: async ({ address, name, message, key }, signal) => {
    const payload = { email: address, name, message, idempotencyKey: key };
    await api('contact', { payload, signal });
  },
});
