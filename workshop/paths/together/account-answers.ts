import { ownAccount, ownCredits } from '../../../machines/account/spec/account.descriptor.ts';
import {
  memberSession,
  newSession,
  offline,
  refused,
  rejecting,
  storageRefused,
} from '../../../machines/testing/samples.ts';
import type { Question } from './open-ports.ts';
import type { Outcomes, SimulatedWorld } from './world.ts';

const failing = (failure: Parameters<typeof rejecting>[0]) => () => {
  throw rejecting(failure);
};

const mailed = {
  'it is mailed': () => ({ resendAfterMs: 60_000 }),
  'it is too soon': failing(refused('code_too_soon')),
};

/** The server's answers to calls of a sign-in, with and without a token. */
export const entranceAnswers = (world: SimulatedWorld): Record<string, Outcomes> => ({
  sendCode: mailed,
  lookAtLink: {
    'whom it signs in': () => ({ address: newSession.user.email }),
    'it is dead': failing(refused('invalid_link')),
  },
  signIn: {
    'the proof is right': () => {
      world.token = memberSession.token;
      return newSession;
    },
    'the code is wrong': failing(refused('invalid_code')),
  },
});

/** The server's answers to calls of a user. */
export const accountAnswers = (
  world: SimulatedWorld,
  input: Question['input'],
): Record<string, Outcomes> => ({
  loadAccount: { 'the account': () => ownAccount },
  savePreferences: { 'it is saved': () => ({ ...ownAccount, ...input }) },
  listSessions: { 'no other device': () => [] },
  loadCredits: { 'what came and went': () => ownCredits },
  loadMoreCredits: { 'nothing older': () => ({ ...ownCredits, lines: [], nextCursor: null }) },
  saveCreditsFile: { 'it is saved': () => undefined },
  requestExport: { 'a link will be mailed': () => undefined },
  sendOwnCode: mailed,
  changeAccount: {
    'it is done': () => {
      if (input.kind !== 'deletion') return ownAccount;
      world.token = null;
      return null;
    },
    'the code is wrong': failing(refused('invalid_code')),
  },
});

/** The browser's answers to calls of dialogs. */
export const browserAnswers: Record<string, Outcomes> = {
  findPendingCode: {
    'no code was asked for': () => ({ pending: null, hasProvider: true }),
    'no storage': failing(storageRefused),
  },
  askProvider: {
    'an account': () => ({ idToken: 'id-token-1' }),
    'its window is closed': failing(refused('popup_closed')),
    offline: failing(offline),
  },
  findEntry: {
    'no reason to sign in': () => null,
    'a mailed link': () => ({ link: 'link-1' }),
  },
};
