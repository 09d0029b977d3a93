import type { AccountWish, OwnAccount } from '../../../machines/model/own-account.ts';
import type { AccountPort } from '../../../machines/ports/account.port.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import type { CallApi } from './api-client.ts';

async function change(
  api: CallApi,
  wish: AccountWish,
  signal: CancelSignal,
): Promise<OwnAccount | null> {
  switch (wish.kind) {
    case 'password': {
      const payload = { password: wish.password, ...wish.proof };
      return await api('changePassword', { payload, signal });
    }
    case 'address': {
      const { address: email, code, currentCode } = wish;
      return await api('changeEmail', { payload: { email, code, currentCode }, signal });
    }
    case 'deletion':
      await api('deleteAccount', { payload: { code: wish.code }, signal });
      return null;
  }
}

export const createHttpAccount = (
  api: CallApi,
  saveCreditsFile: AccountPort['saveCreditsFile'],
): AccountPort => ({
  saveCreditsFile,
  loadCredits: ({ cursor }, signal) => api('credits', { payload: { cursor }, signal }),
  loadAccount: (_, signal) => api('account', { signal }),
  savePreferences: ({ locale, reminders }, signal) =>
    api('setPreferences', { payload: { locale, reminders }, signal }),
  listSessions: async (_, signal) => (await api('sessions', { signal })).sessions,
  endOneSession: async ({ id }, signal) => {
    await api('endSession', { params: { id }, signal });
  },
  endOtherSessions: async (_, signal) => {
    await api('endOtherSessions', { signal });
  },
  requestExport: async (_, signal) => {
    await api('requestExport', { signal });
  },
  sendOwnCode: ({ address: email, purpose: type }, signal) =>
    api('sendTypedCode', { params: { type, email }, signal }),
  changeAccount: (wish, signal) => change(api, wish, signal),
});
