import type { MailChoicePort } from '../../../machines/ports/mail-choice.port.ts';
import type { CallApi } from './api-client.ts';

export const createHttpMailChoice = (api: CallApi): MailChoicePort => ({
  readMailChoice: ({ token }, signal) => api('unsubscribeState', { payload: { token }, signal }),
  chooseMail: (payload, signal) => api('unsubscribe', { payload, signal }),
});
