import { expect, it, vi } from 'vitest';
import { failureOf, PortError } from '../../../machines/ports/port-failure.ts';
import { eventually } from '../../../tools/testing/eventually.ts';
import { createFirebaseProvider, type FirebaseSdk } from './firebase-provider.ts';

const config = {
  projectId: 'lightwell-app',
  apiKey: 'key-1',
  authDomain: 'lightwell-app.firebaseapp.com',
  emulatorHost: null,
};

/** Simulates an error of the identity provider's code. */
class FirebaseError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`Firebase: Error (${code}).`);
    this.code = code;
  }
}

/** Simulates the used part of the identity provider's code. */
function fakeSdk(popup: () => Promise<unknown>) {
  const auth = { languageCode: null as string | null };
  const parameters: unknown[] = [];
  const sdk = {
    initializeApp: vi.fn((options: unknown) => ({ options })),
    initializeAuth: vi.fn(() => auth),
    connectAuthEmulator: vi.fn(),
    signInWithPopup: vi.fn(popup),
    withEarlyWindow: (ask: () => Promise<unknown>) => ask(),
    signOut: vi.fn(async () => {}),
    inMemoryPersistence: { type: 'NONE' },
    browserPopupRedirectResolver: { kind: 'popups' },
    GoogleAuthProvider: class {
      setCustomParameters(given: unknown) {
        parameters.push(given);
      }
    },
  };
  return { auth, parameters, sdk, load: vi.fn(async () => sdk as unknown as FirebaseSdk) };
}

const signedIn = async () => ({ user: { getIdToken: async () => 'id-token-1' } });
const signal = new AbortController().signal;
const locale = () => 'ja';

it("opens the window in the page's language and returns the token (R26)", async () => {
  const { auth, parameters, sdk, load } = fakeSdk(signedIn);
  const provider = createFirebaseProvider(config, { load, locale });
  expect(await provider.ask(undefined, signal)).toEqual({ idToken: 'id-token-1' });
  expect(auth.languageCode).toBe('ja');
  expect(parameters).toEqual([{ prompt: 'select_account' }]);
  expect(sdk.connectAuthEmulator).not.toHaveBeenCalled();
});

it('stores no data of the provider on this device', async () => {
  const { auth, sdk, load } = fakeSdk(signedIn);
  const provider = createFirebaseProvider(config, { load, locale });
  await provider.ask(undefined, signal);
  expect(sdk.initializeAuth).toHaveBeenCalledExactlyOnceWith(
    { options: { projectId: 'lightwell-app', apiKey: 'key-1', authDomain: config.authDomain } },
    { persistence: { type: 'NONE' } },
  );
  expect(sdk.signOut).toHaveBeenCalledExactlyOnceWith(auth);
});

it('gives the provider the means to contact its servers only when the button is pressed', async () => {
  const { auth, sdk, load } = fakeSdk(signedIn);
  const provider = createFirebaseProvider(config, { load, locale });
  provider.prepare();
  await eventually(() => expect(sdk.initializeAuth).toHaveBeenCalledOnce());
  expect(JSON.stringify(sdk.initializeAuth.mock.calls)).not.toContain('popups');
  await provider.ask(undefined, signal);
  expect(sdk.signInWithPopup).toHaveBeenCalledExactlyOnceWith(auth, expect.anything(), {
    kind: 'popups',
  });
});

it("loads the provider's code only when prepared or called, and initialises it once", async () => {
  const { sdk, load } = fakeSdk(signedIn);
  const provider = createFirebaseProvider(config, { load, locale });
  expect(load).not.toHaveBeenCalled();
  provider.prepare();
  await eventually(() => expect(sdk.initializeAuth).toHaveBeenCalledOnce());
  await provider.ask(undefined, signal);
  await provider.ask(undefined, signal);
  expect(sdk.initializeAuth).toHaveBeenCalledOnce();
});

it("reports a failed load of the provider's code only when the button is pressed", async () => {
  const offline = new PortError({ reason: 'offline', call: 'chunk' });
  const load = vi.fn(() => Promise.reject(offline));
  const provider = createFirebaseProvider(config, { load, locale });
  provider.prepare();
  await expect(provider.ask(undefined, signal)).rejects.toBe(offline);
});

it.each([
  ['auth/popup-blocked', 'refused', 'popup_blocked'],
  ['auth/popup-closed-by-user', 'refused', 'popup_closed'],
  ['auth/user-cancelled', 'refused', 'popup_closed'],
  ['auth/cancelled-popup-request', 'refused', 'popup_closed'],
  ['auth/network-request-failed', 'offline', undefined],
  ['auth/timeout', 'timeout', undefined],
  ['auth/too-many-requests', 'refused', 'rate_limited'],
  ['auth/web-storage-unsupported', 'unsupported', undefined],
  ['auth/user-disabled', 'refused', 'provider_refused'],
  ['auth/account-exists-with-different-credential', 'refused', 'provider_refused'],
  ['auth/unauthorized-domain', 'unexpected', undefined],
])('reports %s for “%s” %s', async (code, reason, refusal) => {
  const { sdk, load } = fakeSdk(() => Promise.reject(new FirebaseError(code)));
  const asked = createFirebaseProvider(config, { load, locale }).ask(undefined, signal);
  const failure = failureOf(await asked.catch((error: unknown) => error));
  expect(failure).toMatchObject({ reason, msg: code, call: 'askProvider' });
  expect(failure.code).toBe(refusal);
  expect(sdk.signOut).not.toHaveBeenCalled();
});

it('reports any other error as unexpected', async () => {
  const { load } = fakeSdk(() => Promise.reject(new TypeError('gapi is not defined')));
  const asked = createFirebaseProvider(config, { load, locale }).ask(undefined, signal);
  await expect(asked).rejects.toMatchObject({
    failure: { reason: 'unexpected', msg: 'gapi is not defined' },
  });
});

it('uses an emulator for a demo project', async () => {
  const { auth, sdk, load } = fakeSdk(signedIn);
  const demo = { ...config, projectId: 'demo-lightwell', emulatorHost: '127.0.0.1:9099' };
  await createFirebaseProvider(demo, { load, locale }).ask(undefined, signal);
  expect(sdk.connectAuthEmulator).toHaveBeenCalledExactlyOnceWith(auth, 'http://127.0.0.1:9099', {
    disableWarnings: true,
  });
});

it('refuses an emulator for any other project', async () => {
  const { sdk, load } = fakeSdk(signedIn);
  const wrong = { ...config, emulatorHost: '127.0.0.1:9099' };
  const asked = createFirebaseProvider(wrong, { load, locale }).ask(undefined, signal);
  await expect(asked).rejects.toMatchObject({ failure: { reason: 'unsupported' } });
  expect(sdk.signInWithPopup).not.toHaveBeenCalled();
});
