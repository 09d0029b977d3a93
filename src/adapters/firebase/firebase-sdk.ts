/* The used parts of the provider's code, in a separate chunk: loaded when its button may be
   pressed. */
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
