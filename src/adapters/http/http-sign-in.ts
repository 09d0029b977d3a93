import type { NewSession, Proof } from '../../../machines/model/account.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import type { SignInPort } from '../../../machines/ports/sign-in.port.ts';
import { forgetMailedLink } from '../browser/mailed-link.ts';
import { readPendingCode, writePendingCode } from '../browser/pending-code.ts';
import { unlessRefused } from '../browser/unless-refused.ts';
import type { IdentityProvider } from '../firebase/firebase-provider.ts';
import type { CallApi } from './api-client.ts';
import type { CallAnswer } from './wire-table.ts';

function show(api: CallApi, proof: Proof, signal: CancelSignal) {
  switch (proof.kind) {
    case 'code':
      return api('signInByEmail', {
        payload: { email: proof.address, code: proof.code },
        signal,
      });
    case 'password':
      return api('signInByEmail', {
        payload: { email: proof.address, password: proof.password },
        signal,
      });
    case 'signUp':
    case 'reset':
      return api(proof.kind === 'signUp' ? 'signUp' : 'resetPassword', {
        payload: { email: proof.address, code: proof.code, password: proof.password },
        signal,
      });
    case 'link':
      return api('signInByLink', { payload: { token: proof.link }, signal });
    case 'provider': {
      const { idToken, mailed } = proof;
      const payload = mailed ? { idToken, email: mailed.address, code: mailed.code } : { idToken };
      return api('signInByProvider', { payload, signal });
    }
  }
}

function begun({ token, user, merged, welcome }: CallAnswer<'signInByEmail'>): NewSession {
  const { id, email } = user;
  // a signed-in user must have an id (R20) and an email address
  if (id === undefined || email === undefined)
    throw new PortError({ reason: 'server', call: 'signIn' });
  return { token, user: { ...user, id, email }, merged, welcome };
}

const withoutProvider: SignInPort['askProvider'] = async () => {
  // never reached, because the dialog shows no button if no provider is configured
  throw new PortError({ reason: 'unsupported', call: 'askProvider' });
};

/**
 * Creates the port for signing in.
 * @param provider null if no identity provider is configured
 */
export const createHttpSignIn = (api: CallApi, provider: IdentityProvider | null): SignInPort => ({
  findPendingCode: async () => {
    // the dialog is opening, so the visitor may soon press the provider's button
    provider?.prepare();
    return unlessRefused('findPendingCode', () => ({
      pending: readPendingCode(Date.now()),
      hasProvider: provider !== null,
    }));
  },
  keepPendingCode: async ({ pending }) =>
    unlessRefused('keepPendingCode', () => {
      if (!pending) forgetMailedLink();
      writePendingCode(pending, Date.now());
    }),
  forgetLink: async () => unlessRefused('forgetLink', forgetMailedLink),
  sendCode: async ({ address: email, purpose }, signal) =>
    purpose === 'signIn'
      ? api('sendCode', { params: { email }, signal })
      : api('sendTypedCode', { params: { type: purpose, email }, signal }),
  lookAtLink: async ({ link }, signal) => {
    const { email } = await api('lookAtLink', { payload: { token: link }, signal });
    return { address: email };
  },
  signIn: async (proof, signal) => begun(await show(api, proof, signal)),
  askProvider: provider?.ask ?? withoutProvider,
});
