import type { UserInfo } from '../../../machines/model/user.ts';
import { isLoggedIn } from '../../../machines/model/user.ts';
import type { SessionContext } from '../../../machines/session/session.types.ts';
import { sessionDescriptor } from '../../../machines/session/spec/session.descriptor.ts';
import { newSession } from '../../../machines/testing/samples.ts';
import type { Path } from '../../../workshop/paths/path.ts';
import { joinForReal } from './account.scene.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { unseen } from './look.ts';
import { closeDialog, openPage, press, untilShown, words } from './scene.ts';
import { accountMenu, field, mailedCode, signInButton, submit } from './sign-in.scene.ts';

/** Actors whose answers come from the server or from other tabs. */
const fromOutside = ['refreshUser', 'endSession', 'watchSession'];

const open = async (stage: Stage, { steps: [first] }: Path): Promise<void> => {
  if (first?.step.kind === 'done' && first.step.output) await joinForReal(stage, 'seven hills');
  await openPage(stage, '/');
};

/** Signs in with a new email address and the code mailed to it. */
const signIn: Driver = async ({ page, layer }) => {
  const address = `walk-${crypto.randomUUID()}@example.com`;
  await press(page, signInButton(page));
  await untilShown(page, field(page, 'address'));
  await field(page, 'address').fill(address);
  await press(page, submit(page));
  await untilShown(page, field(page, 'code'));
  await field(page, 'code').fill(await mailedCode(layer.product.href, address));
  await untilShown(page, accountMenu(page));
};

const signOut: Driver = async ({ page }) => {
  await press(page, accountMenu(page).locator('summary'));
  await press(page, accountMenu(page).getByRole('button', { name: words('nav.signOut') }));
  await untilShown(page, signInButton(page));
};

const inHeader = unseen('the header shows the user, which the looks of the identity check');

export const sessionPaths: BrowserChart = {
  chart: 'session',
  model: {
    ...sessionDescriptor,
    people: {
      // the page offers either sign-in or sign-out
      'signIn.pressed': ({ token }: SessionContext) => (token === '' ? { '': {} } : {}),
      'signOut.pressed': ({ token }: SessionContext) => (token === '' ? {} : { '': {} }),
    } as never,
    charts: {
      'session.begun': ({ token }: SessionContext) =>
        token === '' ? { '': { session: newSession } } : {},
    } as never,
  },
  allows: (step, { snapshot }) => {
    // the page finds at once whether a dialog must be opened, so no other step can come first
    if (snapshot.matches({ known: { entry: 'looking' } }))
      return 'actor' in step && step.actor === 'findEntry';
    // the server answers a token with its user, and a missing token with a guest
    const { token } = snapshot.context as SessionContext;
    if (step.kind === 'done' && step.actor === 'refreshUser') {
      const isUser = isLoggedIn(step.output as UserInfo);
      if (isUser !== (token !== '')) return false;
    }
    // steps from outside, and events about the browser's storage, occur only while no cookie is
    // being written
    const isFromOutside =
      step.kind === 'event' || ('actor' in step && fromOutside.includes(step.actor));
    return !isFromOutside || snapshot.matches({ known: { cookies: 'still' } });
  },
  byItself: (step) => 'actor' in step && !fromOutside.includes(step.actor),
  // transitions for the request for a sign-in, and for its end
  noise: (id) => /signIn\.pressed|dialog\.answered|closeEntry/.test(id),
  open,
  drivers: {
    'session.begun': signIn,
    'signOut.pressed': signOut,
    'signIn.pressed': async ({ page }) => {
      await press(page, signInButton(page));
      await closeDialog(page);
    },
  },
  reaches: 'session.known.farewell.ending',
  faultWalks: 3,
  can: ({ says }) =>
    /^(restoreSession|refreshUser|keepUser|clearSession|endSession) answers/.test(says) ||
    /^(findEntry answers \(nothing|sign(In|Out)\.pressed|session\.begun)/.test(says),
  looks: {
    'session.restoring': inHeader,
    'session.known.identity.guest': (page) => ({
      shown: [signInButton(page)],
      hidden: [accountMenu(page)],
    }),
    'session.known.identity.signedIn': (page) => ({
      shown: [accountMenu(page)],
      hidden: [signInButton(page)],
    }),
    ...Object.fromEntries(
      [
        ...['freshness.asking', 'freshness.fresh', 'freshness.stale', 'cookies.still'],
        ...['cookies.keeping', 'cookies.clearing', 'entry.looking', 'entry.known'],
        ...['farewell.silent', 'farewell.ending', 'farewell.waiting'],
      ].map((state) => [`session.known.${state}`, inHeader]),
    ),
  },
};
