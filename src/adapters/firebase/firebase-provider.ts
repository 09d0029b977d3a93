import type { RuntimeConfig } from '../../../contract/runtime-config.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import type { SignInPort } from '../../../machines/ports/sign-in.port.ts';
import { providerFailure } from './firebase-failure.ts';
import type * as firebaseSdk from './firebase-sdk.ts';

export type FirebaseSdk = typeof firebaseSdk;
type Auth = ReturnType<FirebaseSdk['initializeAuth']>;
type FirebaseConfig = NonNullable<RuntimeConfig['firebase']>;

/** An outside service that identifies visitors. */
export type IdentityProvider = {
  /**
   * Loads the provider's code before the button is pressed, because browsers block a window that
   * opens long after the press. Contacts only this site.
   */
  prepare: () => void;
  ask: SignInPort['askProvider'];
};

/**
 * Throws if an emulator is configured for a real project, because the tokens of an emulator are not
 * signed.
 */
function checkEmulator({ emulatorHost, projectId }: FirebaseConfig): void {
  if (emulatorHost === null || projectId.startsWith('demo-')) return;
  const msg = `Expected a project id with the prefix demo- for an emulator, got ${projectId}.`;
  throw new PortError({ reason: 'unsupported', msg, call: 'askProvider' });
}

function openAuth(sdk: FirebaseSdk, config: FirebaseConfig): Auth {
  const { projectId, apiKey, authDomain, emulatorHost } = config;
  checkEmulator(config);
  const auth = sdk.initializeAuth(sdk.initializeApp({ projectId, apiKey, authDomain }), {
    // the provider stores no session on this device, because this site stores the session itself
    // (R21); no resolver, because on phones and in Safari it would contact Google at once
    persistence: sdk.inMemoryPersistence,
  });
  if (emulatorHost !== null) {
    sdk.connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });
  }
  return auth;
}

/**
 * Creates the identity provider.
 * @param load loads the provider's code; rejects with a PortError
 */
export function createFirebaseProvider(
  config: FirebaseConfig,
  { load, locale }: { load: () => Promise<FirebaseSdk>; locale: () => string },
): IdentityProvider {
  let opened: Auth | null = null;

  const open = (sdk: FirebaseSdk): Auth => {
    opened ??= openAuth(sdk, config);
    return opened;
  };

  return {
    prepare: () => {
      // a failed load is ignored here, because pressing the button loads again and reports the
      // failure
      load()
        .then(open)
        .catch(() => {});
    },
    ask: async () => {
      const sdk = await load();
      try {
        const auth = open(sdk);
        auth.languageCode = locale();
        const google = new sdk.GoogleAuthProvider();
        // makes the provider ask for the account, because the last account must not be used
        // silently on a shared device
        google.setCustomParameters({ prompt: 'select_account' });
        const { user } = await sdk.withEarlyWindow(() =>
          sdk.signInWithPopup(auth, google, sdk.browserPopupRedirectResolver),
        );
        const idToken = await user.getIdToken();
        await sdk.signOut(auth);
        return { idToken };
      } catch (cause) {
        throw cause instanceof PortError ? cause : providerFailure(cause);
      }
    },
  };
}
