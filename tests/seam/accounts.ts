import type { accountCalls } from '../../contract/account-calls.ts';
import type { Proof } from '../../machines/model/account.ts';
import {
  codePath,
  mailTo,
  minute,
  newAddress,
  otherThan,
  signIn,
} from '../../server/accounts/accounts.fixture.ts';
import type { MailKind } from '../../server/mail/mailer.port.ts';
import type { Browser } from './browser.ts';
import { type Ask, type Seam, signal, times } from './seam.ts';

/* Cases that cause each answer of the calls about accounts. */

const password = 'seven odd grey horses';

/** Signs in with a new account and returns its email address. */
export async function newUser({ server, visitor }: Browser): Promise<string> {
  const address = newAddress();
  await signIn(server, visitor, address);
  return address;
}

const kinds = {
  signIn: 'signInCode',
  resetPassword: 'resetCode',
  changeEmail: 'changeEmailCode',
  deleteAccount: 'deleteCode',
} as const satisfies Record<string, MailKind>;

/** Requests a code and returns it from the mail. */
export async function mailedCode(
  { server, visitor }: Browser,
  address: string,
  type: keyof typeof kinds = 'signIn',
): Promise<string> {
  await visitor.call('GET', codePath(address, type === 'signIn' ? undefined : type));
  return mailTo(server, address, kinds[type]).code;
}

/** Returns one case with the right code, and one case for each refusal of a code. */
export const codeCases = (
  /** prepares a case; returns the right code and the function that sends a code */
  prepare: (browser: Browser) => Promise<{ code: string; use: (code: string) => Promise<unknown> }>,
) => ({
  right: (async (browser) => {
    const { code, use } = await prepare(browser);
    await use(code);
  }) as Ask,
  refused: {
    invalid_code: async (browser) => {
      const { code, use } = await prepare(browser);
      await use(otherThan(code));
    },
    code_expired: async (browser) => {
      const { code, use } = await prepare(browser);
      browser.server.clock.advance(11 * minute);
      await use(code);
    },
    too_many_tries: async (browser) => {
      const { code, use } = await prepare(browser);
      await times(5, () => use(otherThan(code)));
      await use(code);
    },
  } satisfies Record<string, Ask>,
});

const enter = ({ ports }: Browser, proof: Proof) => ports.signIn.signIn(proof, signal);

const byCode = codeCases(async (browser) => {
  const address = newAddress();
  const code = await mailedCode(browser, address);
  return { code, use: (typed) => enter(browser, { kind: 'code', address, code: typed }) };
});

const signUp = codeCases(async (browser) => {
  const address = newAddress();
  const code = await mailedCode(browser, address);
  return {
    code,
    use: (typed) => enter(browser, { kind: 'signUp', address, code: typed, password }),
  };
});

const reset = codeCases(async (browser) => {
  const address = await newUser(browser);
  const code = await mailedCode(browser, address, 'resetPassword');
  return {
    code,
    use: (typed) => enter(browser, { kind: 'reset', address, code: typed, password }),
  };
});

const change = ({ ports }: Browser, wish: Parameters<typeof ports.account.changeAccount>[0]) =>
  ports.account.changeAccount(wish, signal);

const newPassword = codeCases(async (browser) => {
  const address = await newUser(browser);
  const code = await mailedCode(browser, address, 'resetPassword');
  return {
    code,
    use: (typed) => change(browser, { kind: 'password', password, proof: { code: typed } }),
  };
});

const deletion = codeCases(async (browser) => {
  const code = await mailedCode(browser, await newUser(browser), 'deleteAccount');
  return { code, use: (typed) => change(browser, { kind: 'deletion', code: typed }) };
});

/**
 * Prepares a change of a new user's email address. Returns the code mailed to the new address, and
 * a function that makes the change with a typed code.
 */
async function movingTo(browser: Browser, address: string) {
  const own = await newUser(browser);
  const code = await mailedCode(browser, address, 'changeEmail');
  const currentCode = mailTo(browser.server, own, 'changeEmailCode').code;
  const use = (typed: string) =>
    change(browser, { kind: 'address', address, code: typed, currentCode });
  return { code, use };
}

const moving = codeCases((browser) => movingTo(browser, newAddress()));

async function mailedLink(browser: Browser): Promise<string> {
  const address = newAddress();
  await mailedCode(browser, address);
  const { link } = mailTo(browser.server, address, 'signInCode');
  return link.slice(link.indexOf('#direct=') + 8);
}

const usedLink = async (browser: Browser): Promise<string> => {
  const link = await mailedLink(browser);
  await enter(browser.another(), { kind: 'link', link });
  return link;
};

const wrongAddress = 'a@b@example.com';

type Own = Exclude<
  keyof typeof accountCalls,
  'contact' | 'unsubscribe' | 'unsubscribeState' | 'signInByProvider'
>;

const asUser =
  (ask: Ask): Ask =>
  async (browser) => {
    await newUser(browser);
    await ask(browser);
  };

export const accounts: Seam<Own> = {
  credits: {
    succeeds: asUser(({ ports }) => ports.account.loadCredits({ cursor: null }, signal)),
    refused: {},
  },
  sendCode: {
    succeeds: ({ ports }) =>
      ports.signIn.sendCode({ address: newAddress(), purpose: 'signIn' }, signal),
    refused: {
      invalid_email: ({ ports }) =>
        ports.signIn.sendCode({ address: wrongAddress, purpose: 'signIn' }, signal),
      code_too_soon: async (browser) => {
        const address = newAddress();
        await mailedCode(browser, address);
        await browser.ports.signIn.sendCode({ address, purpose: 'signIn' }, signal);
      },
      mail_failed: ({ ports }) =>
        ports.signIn.sendCode({ address: newAddress(), purpose: 'signIn' }, signal),
    },
  },
  sendTypedCode: {
    succeeds: async (browser) =>
      browser.ports.account.sendOwnCode(
        { address: await newUser(browser), purpose: 'deleteAccount' },
        signal,
      ),
    refused: {
      invalid_email: asUser(({ ports }) =>
        ports.account.sendOwnCode({ address: newAddress(), purpose: 'deleteAccount' }, signal),
      ),
      code_too_soon: async (browser) => {
        const address = await newUser(browser);
        await mailedCode(browser, address, 'deleteAccount');
        await browser.ports.account.sendOwnCode({ address, purpose: 'deleteAccount' }, signal);
      },
      mail_failed: ({ ports }) =>
        ports.signIn.sendCode({ address: newAddress(), purpose: 'resetPassword' }, signal),
    },
  },
  signUp: {
    succeeds: signUp.right,
    refused: {
      ...signUp.refused,
      invalid_email: (browser) =>
        enter(browser, { kind: 'signUp', address: wrongAddress, code: '123456', password }),
      weak_password: (browser) =>
        enter(browser, {
          kind: 'signUp',
          address: newAddress(),
          code: '123456',
          password: 'password',
        }),
    },
  },
  signInByEmail: {
    succeeds: byCode.right,
    refused: {
      ...byCode.refused,
      invalid_email: (browser) =>
        enter(browser, { kind: 'code', address: wrongAddress, code: '123456' }),
      invalid_credentials: (browser) =>
        enter(browser, { kind: 'password', address: newAddress(), password }),
    },
  },
  signInByLink: {
    succeeds: async (browser) => enter(browser, { kind: 'link', link: await mailedLink(browser) }),
    refused: {
      invalid_link: async (browser) =>
        enter(browser, { kind: 'link', link: await usedLink(browser) }),
    },
  },
  lookAtLink: {
    succeeds: async (browser) =>
      browser.ports.signIn.lookAtLink({ link: await mailedLink(browser) }, signal),
    refused: {
      invalid_link: async (browser) =>
        browser.ports.signIn.lookAtLink({ link: await usedLink(browser) }, signal),
    },
  },
  resetPassword: {
    succeeds: reset.right,
    refused: {
      ...reset.refused,
      invalid_email: (browser) =>
        enter(browser, { kind: 'reset', address: wrongAddress, code: '123456', password }),
      weak_password: (browser) =>
        enter(browser, {
          kind: 'reset',
          address: newAddress(),
          code: '123456',
          password: 'password',
        }),
    },
  },
  sessions: {
    succeeds: asUser(({ ports }) => ports.account.listSessions(undefined, signal)),
    refused: {},
  },
  endOtherSessions: {
    succeeds: asUser(({ ports }) => ports.account.endOtherSessions(undefined, signal)),
    refused: {},
  },
  endSession: {
    succeeds: asUser(({ ports }) => ports.account.endOneSession({ id: 'current' }, signal)),
    refused: {},
  },
  account: {
    succeeds: asUser(({ ports }) => ports.account.loadAccount(undefined, signal)),
    refused: {},
  },
  changeEmail: {
    succeeds: moving.right,
    refused: {
      ...moving.refused,
      invalid_email: asUser((browser) =>
        change(browser, {
          kind: 'address',
          address: wrongAddress,
          code: '123456',
          currentCode: '123456',
        }),
      ),
      email_taken: async (browser) => {
        const { code, use } = await movingTo(browser, await newUser(browser.another()));
        await use(code);
      },
    },
  },
  changePassword: {
    succeeds: newPassword.right,
    refused: {
      ...newPassword.refused,
      weak_password: asUser((browser) =>
        change(browser, {
          kind: 'password',
          password: 'password',
          proof: { oldPassword: 'not it' },
        }),
      ),
      invalid_credentials: asUser((browser) =>
        change(browser, { kind: 'password', password, proof: { oldPassword: 'not it' } }),
      ),
    },
  },
  setPreferences: {
    succeeds: asUser(({ ports }) =>
      ports.account.savePreferences({ locale: 'ja', reminders: false }, signal),
    ),
    refused: {},
  },
  requestExport: {
    succeeds: asUser(({ ports }) => ports.account.requestExport(undefined, signal)),
    refused: {},
  },
  deleteAccount: { succeeds: deletion.right, refused: deletion.refused },
};
