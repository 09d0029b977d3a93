import type { accountCalls } from '../../contract/account-calls.ts';
import { newAddress } from '../../server/accounts/accounts.fixture.ts';
import type { TestProvider } from '../../server/accounts/provider.fixture.ts';
import { createUnsubscribe } from '../../server/mail/unsubscribe.ts';
import { newKey } from '../../server/testing/visitor.fixture.ts';
import { codeCases, mailedCode } from './accounts.ts';
import type { Browser } from './browser.ts';
import { type Seam, signal, times } from './seam.ts';

/*
 * Cases that cause each answer of the calls about sign-in by an identity provider and about mail.
 */

export const mailSecret = 'a secret of links in mails for these tests';

/** Returns the token of the unsubscribe link in a mail to a new address. */
const linkToken = ({ server }: Browser, secret = mailSecret): string => {
  const mails = createUnsubscribe(server.database.db, {
    secret,
    publicUrl: 'https://lightwell.example',
    now: () => server.clock.now(),
  });
  return new URL(mails.links(newAddress(), 'en').page).searchParams.get('token') ?? '';
};

const foreignToken = (browser: Browser) =>
  linkToken(browser, 'another secret, which is not that of this server');

const write = ({ ports }: Browser, address = newAddress()) =>
  ports.contact.sendMessage(
    { address, name: 'Ada', message: 'A question.', key: newKey() },
    signal,
  );

type Mail = Extract<keyof typeof accountCalls, 'contact' | 'unsubscribe' | 'unsubscribeState'>;

export const mail: Seam<Mail> = {
  contact: {
    succeeds: (browser) => write(browser),
    refused: {
      invalid_email: (browser) => write(browser, 'a@b@example.com'),
      rate_limited: async (browser) => {
        const address = newAddress();
        await times(10, () => write(browser, address));
        await write(browser, address);
      },
      mail_failed: (browser) => write(browser),
    },
  },
  unsubscribeState: {
    succeeds: (browser) =>
      browser.ports.mailChoice.readMailChoice({ token: linkToken(browser) }, signal),
    refused: {
      invalid_link: (browser) =>
        browser.ports.mailChoice.readMailChoice({ token: foreignToken(browser) }, signal),
    },
  },
  unsubscribe: {
    succeeds: (browser) =>
      browser.ports.mailChoice.chooseMail({ token: linkToken(browser), subscribed: false }, signal),
    refused: {
      invalid_link: (browser) =>
        browser.ports.mailChoice.chooseMail(
          { token: foreignToken(browser), subscribed: false },
          signal,
        ),
    },
  },
};

let subjects = 0;
const claims = (change: object = {}) => {
  subjects += 1;
  return { sub: `subject-${subjects}`, email: newAddress(), ...change };
};

/** @param provider a provider whose keys the server has */
export function providerSeam(provider: () => TestProvider): Seam<'signInByProvider'> {
  const enter = (
    { ports }: Browser,
    idToken: string,
    mailed: { address: string; code: string } | null = null,
  ) => ports.signIn.signIn({ kind: 'provider', idToken, mailed }, signal);
  const unverified = () => provider().token(claims({ email_verified: false }));
  const confirmed = codeCases(async (browser) => {
    const address = newAddress();
    const code = await mailedCode(browser, address);
    const idToken = await unverified();
    return { code, use: (typed) => enter(browser, idToken, { address, code: typed }) };
  });
  return {
    signInByProvider: {
      succeeds: async (browser) => enter(browser, await provider().token(claims())),
      refused: {
        ...confirmed.refused,
        provider_refused: async (browser) => enter(browser, await provider().forged(claims())),
        email_unverified: async (browser) => enter(browser, await unverified()),
        invalid_email: async (browser) =>
          enter(browser, await unverified(), { address: 'a@b@example.com', code: '123456' }),
      },
    },
  };
}
