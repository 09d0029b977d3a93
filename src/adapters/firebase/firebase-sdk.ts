/*
 * The used parts of the provider's code. They form a separate chunk, which loads with the sign-in
 * dialog.
 */
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
