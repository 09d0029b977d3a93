import type { Locale } from '../../machines/model/locale.ts';
import type { CodeLimits } from '../mail/code-limits.ts';
import { deleteOldCodes } from '../mail/email-codes.store.ts';
import { createEmailCodes } from '../mail/email-codes.ts';
import type { Guests } from '../owners/guests.ts';
import type { Sessions } from '../owners/sessions.ts';
import { type Account, createAccount } from './account.ts';
import { createDeletion, type Deletion, type DeletionDeps } from './deletion.ts';
import { createEntrance } from './entrance.ts';
import { createExports, type Exports, type ExportsDeps } from './exports.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { createKnownBrowsers, type KnownBrowsers } from './known-browsers.ts';
import { createMailedCodes, type MailedCodes } from './mailed-codes.ts';
import { createPasswordHashes, type HashCost } from './password-hashes.ts';
import { createPasswords } from './passwords.ts';
import { createProviderSignIns, type ProviderSignIns } from './provider-sign-ins.ts';
import { createSignIns, type SignIns } from './sign-ins.ts';
import { createWelcome, type Welcome } from './welcome.ts';

/**
 * Codes expire after minutes, but are kept for a day to limit the number of codes per email
 * address.
 */
const keepCodesMs = 24 * 3_600_000;

export type Accounts = {
  mailedCodes: MailedCodes;
  signIns: SignIns;
  providerSignIns: ProviderSignIns;
  account: Account;
  exports: Exports;
  deletion: Deletion;
  knownBrowsers: KnownBrowsers;
  welcome: Pick<Welcome, 'purge'>;
  /** Removes expired codes, sessions and counts of wrong passwords. */
  forgetOld(): Promise<void>;
};

export type AccountsDeps = Omit<DeletionDeps, 'codes' | 'exports' | 'welcome'> &
  ExportsDeps & {
    guests: Guests;
    sessions: Sessions;
    /** key of code hashes and of the known-browser cookie */
    secret: string;
    limits: CodeLimits & { newGuestsPerAddress: number };
    /** credits granted at sign-up */
    welcomeCredits: number;
    product: string;
    /** cost of password hashes; defaults to the production cost */
    hashCost?: HashCost | undefined;
    provider: IdentityProvider;
    /** returns the URL of the start page in a language */
    startPage: (locale: Locale) => string;
  };

export function createAccounts(deps: AccountsDeps): Accounts {
  const { db, mailer, guests, sessions, now, onError, startPage, product } = deps;
  const codes = createEmailCodes(deps);
  const hashes = createPasswordHashes(deps.hashCost);
  const passwords = createPasswords({ db, hashes, mailer, product, now });
  const welcome = createWelcome({
    secret: deps.secret,
    credits: deps.welcomeCredits,
    now,
    mostPerSubnet: deps.limits.newGuestsPerAddress,
  });
  const entrance = createEntrance({ sessions, guests, welcome, now });
  const exports = createExports(deps);
  return {
    mailedCodes: createMailedCodes({ db, codes, mailer, startPage, onError }),
    signIns: createSignIns({ db, codes, entrance, passwords, mailer, onError }),
    providerSignIns: createProviderSignIns({ db, codes, entrance, provider: deps.provider, now }),
    account: createAccount({ db, codes, passwords, welcome, mailer, now, onError }),
    exports,
    welcome,
    knownBrowsers: createKnownBrowsers(deps),
    deletion: createDeletion({ ...deps, codes, exports, welcome }),
    async forgetOld() {
      await sessions.forgetExpired();
      await deleteOldCodes(db, new Date(now().getTime() - keepCodesMs));
      await passwords.forgetOldTries();
    },
  };
}
