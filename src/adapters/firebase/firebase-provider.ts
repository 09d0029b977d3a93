import type { RuntimeConfig } from '../../../contract/runtime-config.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import type { SignInPort } from '../../../machines/ports/sign-in.port.ts';
import { providerFailure } from './firebase-failure.ts';
import type * as firebaseSdk from './firebase-sdk.ts';

export type FirebaseSdk = typeof firebaseSdk;
type Auth = ReturnType<FirebaseSdk['initializeAuth']>;
type FirebaseConfig = NonNullable<RuntimeConfig['firebase']>;

/** Who else vouches for visitors. */
export type IdentityProvider = {
  /**
   * Loads its code, once somebody may press its button: a window that opens long after the press is
   * blocked.
   */
  prepare: () => void;
  ask: SignInPort['askProvider'];
};

/** Tokens of an emulator are signed by nobody: only projects that cannot exist may use one. */
function checkEmulator({ emulatorHost, projectId }: FirebaseConfig): void {
  if (emulatorHost === null || projectId.startsWith('demo-')) return;
  const msg = `an emulator for ${projectId}, whose name does not begin with demo-`;
  throw new PortError({ reason: 'unsupported', msg, call: 'askProvider' });
}

function openAuth(sdk: FirebaseSdk, config: FirebaseConfig): Auth {
  const { projectId, apiKey, authDomain, emulatorHost } = config;
  checkEmulator(config);
  const auth = sdk.initializeAuth(sdk.initializeApp({ projectId, apiKey, authDomain }), {
    // the session is ours (R21): nothing of the provider's stays on this device
    persistence: sdk.inMemoryPersistence,
    popupRedirectResolver: sdk.browserPopupRedirectResolver,
  });
  if (emulatorHost !== null) {
    sdk.connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });
  }
  return auth;
}

/** @param load of the provider's code; rejects with a PortError */
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
      // whether it works is asked when the button is pressed
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
        // on a device of several people the last one is not taken for all
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
