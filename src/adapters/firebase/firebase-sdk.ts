/* The used parts of the identity provider's code, as a separate chunk that loads with the
 * sign-in dialog. */
export { initializeApp } from 'firebase/app';
export {
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithPopup,
  signOut,
} from 'firebase/auth';
export { withEarlyWindow } from './early-window.ts';
