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
   * Loads the provider's code early, because browsers block a window that opens long after the
   * press.
   */
  prepare: () => void;
  ask: SignInPort['askProvider'];
};

/** Rejects an emulator for real projects, because an emulator's tokens are not signed. */
function checkEmulator({ emulatorHost, projectId }: FirebaseConfig): void {
  if (emulatorHost === null || projectId.startsWith('demo-')) return;
  const msg = `Expected a project id with the prefix demo- for an emulator, got ${projectId}.`;
  throw new PortError({ reason: 'unsupported', msg, call: 'askProvider' });
}

function openAuth(sdk: FirebaseSdk, config: FirebaseConfig): Auth {
  const { projectId, apiKey, authDomain, emulatorHost } = config;
  checkEmulator(config);
  const auth = sdk.initializeAuth(sdk.initializeApp({ projectId, apiKey, authDomain }), {
    // the session is stored by this site (R21); the provider stores nothing on this device
    persistence: sdk.inMemoryPersistence,
    popupRedirectResolver: sdk.browserPopupRedirectResolver,
  });
  if (emulatorHost !== null) {
    sdk.connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });
  }
  return auth;
}

/** @param load loads the provider's code; rejects with a PortError */
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
      // a failed load is reported when the button is pressed
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
        // on a shared device, the previous account must not be chosen silently
        google.setCustomParameters({ prompt: 'select_account' });
        const { user } = await sdk.signInWithPopup(auth, google);
        const idToken = await user.getIdToken();
        await sdk.signOut(auth);
        return { idToken };
      } catch (cause) {
        throw cause instanceof PortError ? cause : providerFailure(cause);
      }
    },
  };
}
