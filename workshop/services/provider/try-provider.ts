import assert from 'node:assert/strict';
import { createUserWithEmailAndPassword, signInWithCredential } from 'firebase/auth';
import { signedIn } from '../../../contract/account.ts';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import {
  createFirebaseProvider,
  type FirebaseSdk,
} from '../../../src/adapters/firebase/firebase-provider.ts';
import * as realSdk from '../../../src/adapters/firebase/firebase-sdk.ts';

export const project = 'demo-lightwell';

type Place = { product: string; emulator: string };
type Account = { sub: string; email: string };
type Auth = ReturnType<FirebaseSdk['initializeAuth']>;
type Window = (auth: Auth) => ReturnType<FirebaseSdk['signInWithPopup']>;

let apps = 0;

/**
 * The product's own adapter with the provider's own code. Only the sign-in window is replaced,
 * because it loads a script from the provider. `inTheWindow` returns the result of the person's
 * actions in it.
 */
function providerWith({ emulator }: Pick<Place, 'emulator'>, inTheWindow: Window) {
  const sdk = {
    ...realSdk,
    initializeApp: (options: object) => {
      apps += 1;
      return realSdk.initializeApp(options, `visitor-${apps}`);
    },
    // Node has no windows
    browserPopupRedirectResolver: undefined,
    signInWithPopup: inTheWindow,
    withEarlyWindow: (ask: () => Promise<unknown>) => ask(),
  } as unknown as FirebaseSdk;
  const config = {
    projectId: project,
    apiKey: 'emulated',
    authDomain: `${project}.firebaseapp.com`,
    emulatorHost: emulator,
  };
  return createFirebaseProvider(config, { load: async () => sdk, locale: () => 'en' });
}

const asGoogle =
  ({ sub, email }: Account): Window =>
  (auth) => {
    const claims = JSON.stringify({ sub, email, email_verified: true });
    return signInWithCredential(auth, realSdk.GoogleAuthProvider.credential(claims));
  };

const byPassword =
  ({ email }: Account): Window =>
  (auth) =>
    createUserWithEmailAndPassword(auth, email, 'correct horse battery');

const { signal } = new AbortController();

const proofOf = async (place: Place, inTheWindow: Window): Promise<string> =>
  (await providerWith(place, inTheWindow).ask(undefined, signal)).idToken;

async function post(product: string, path: string, body: object) {
  const answer = await fetch(`${product}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { success: string; obj: unknown };
}

const enter = ({ product }: Place, body: object) =>
  post(product, '/v1/user-session/firebase', body);

async function userOf(place: Place, body: object): Promise<string | undefined> {
  const { success, obj } = await enter(place, body);
  assert.equal(success, '1');
  return signedIn.parse(obj).user.id;
}

let made = 0;
const newAccount = (): Account => {
  made += 1;
  return { sub: `google-${made}`, email: `visitor-${made}@example.com` };
};

async function mailedCode({ product }: Place, email: string): Promise<string> {
  for (let looks = 0; looks < 100; looks += 1) {
    const answer = await fetch(`${product}/outbox.json?to=${email}`);
    const { mails } = (await answer.json()) as { mails: { subject: string }[] };
    const found = /\d{3}\s?\d{3}/.exec(mails[0]?.subject ?? '');
    if (found) return found[0];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no code was mailed to ${email}`);
}

function claimsIn(idToken: string): { sub: string } {
  const [, payload = ''] = idToken.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
}

/** Disables the account, as the project's owner does. */
async function close({ emulator }: Place, idToken: string): Promise<void> {
  const api = `http://${emulator}/identitytoolkit.googleapis.com/v1/projects/${project}`;
  const { status } = await fetch(`${api}/accounts:update`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ localId: claimsIn(idToken).sub, disableUser: true }),
  });
  assert.equal(status, 200);
}

/** The trials by the property that each proves. */
export const trials: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  'an account with a verified address signs in, and is found again': async (place) => {
    const account = newAccount();
    const first = await userOf(place, { idToken: await proofOf(place, asGoogle(account)) });
    const again = await userOf(place, { idToken: await proofOf(place, asGoogle(account)) });
    assert.ok(first);
    assert.equal(again, first);
  },
  'another account is another user': async (place) => {
    const [one, other] = [newAccount(), newAccount()];
    const first = await userOf(place, { idToken: await proofOf(place, asGoogle(one)) });
    const second = await userOf(place, { idToken: await proofOf(place, asGoogle(other)) });
    assert.notEqual(first, second);
  },
  'an unverified address needs a mailed code': async (place) => {
    const account = newAccount();
    const { email } = account;
    const idToken = await proofOf(place, byPassword(account));
    assert.equal((await enter(place, { idToken })).success, 'email_unverified');
    const sent = await fetch(`${place.product}/v1/user/email/${encodeURIComponent(email)}/code`);
    assert.equal(sent.status, 200);
    const code = await mailedCode(place, email);
    const user = await userOf(place, { idToken, email, code });
    assert.equal(await userOf(place, { idToken }), user);
  },
  'a token that was changed on the way is refused': async (place) => {
    const idToken = await proofOf(place, asGoogle(newAccount()));
    const [header] = idToken.split('.');
    const changed = { ...claimsIn(idToken), aud: 'demo-other' };
    const forged = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.`;
    assert.equal((await enter(place, { idToken: forged })).success, 'provider_refused');
  },
  'a closed account of the provider is reported as closed': async (place) => {
    const account = newAccount();
    await close(place, await proofOf(place, asGoogle(account)));
    const again = providerWith(place, asGoogle(account)).ask(undefined, signal);
    const failure = failureOf(await again.catch((error: unknown) => error));
    assert.equal(failure.code, 'provider_refused');
  },
  'an unreachable provider is reported as a lost connection': async (place) => {
    const nowhere = { ...place, emulator: '127.0.0.1:1' };
    const asked = providerWith(nowhere, asGoogle(newAccount())).ask(undefined, signal);
    const failure = failureOf(await asked.catch((error: unknown) => error));
    assert.equal(failure.reason, 'offline');
  },
};
