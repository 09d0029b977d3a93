import { expect } from '@playwright/test';
import type { KeptSession, UserInfo } from '../../../machines/model/user.ts';
import { sessionDescriptor } from '../../../machines/session/session.descriptor.ts';
import type { SessionContext } from '../../../machines/session/session.types.ts';
import { memberSession, newSession } from '../../../machines/testing/samples.ts';
import type { Expectation, Path } from '../../../tools/paths/path.ts';
import type { Step } from '../../../tools/paths/step.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import {
  choosePhoto,
  clearDialogs,
  closeDialog,
  crash,
  forbidStorage,
  openPage,
  press,
  quiet,
  reconnect,
  refuseCookies,
  takeCookies,
  untilShown,
  words,
} from './scene.ts';
import type { Answer } from './scripted-answer.ts';
import {
  accountMenu,
  fillAddress,
  fillCode,
  rememberCode,
  sentCode,
  signedIn,
  signInButton,
} from './sign-in.scene.ts';

/** What happens when server or other tabs say so. */
const fromOutside = ['refreshUser', 'endSession', 'watchSession'];

const keepCookies = ({ context, url }: Stage, { user, token }: KeptSession) =>
  context.addCookies([
    { name: 'user_info', value: encodeURIComponent(JSON.stringify(user)), url },
    { name: 'user_token', value: token, url },
  ]);

/** What a device has at the start of a path. */
const begin = async (stage: Stage, { steps }: Path): Promise<void> => {
  const { context, page } = stage;
  const said = steps.slice(0, 2).map(({ step }) => step.says);
  const [first] = steps;
  if (first?.step.kind === 'error') await forbidStorage(context);
  if (first?.step.kind === 'done' && first.step.output) await keepCookies(stage, memberSession);
  if (said.includes('findEntry answers (a code)')) await rememberCode(context);
  const { refreshUser: _, ...background } = quiet;
  const at = said.includes('findEntry answers (a link)') ? '/#direct=link-1' : '/';
  await openPage(stage, at, background);
  if (first?.step.kind === 'error') await takeCookies(page);
};

/** Another tab writes its cookies and says so. */
const changeElsewhere = async (stage: Stage, kept: KeptSession | null): Promise<void> => {
  if (kept) await keepCookies(stage, kept);
  else await stage.context.clearCookies({ name: /^user_/ });
  await stage.page.evaluate(() => {
    const channel = new BroadcastChannel('lightwell-session');
    channel.postMessage(null);
    channel.close();
  });
};

const keptIn = (step: Step): KeptSession | null => (step.kind === 'sent' ? step.event.kept : null);

const startRefused = async (stage: Stage, answer: Answer): Promise<void> => {
  await clearDialogs(stage.page);
  await choosePhoto(stage);
  await press(stage.page, stage.page.getByRole('button', { name: words('studio.start') }));
  await stage.layer.answer('requestUpload', answer);
};

const stateOf = (page: Stage['page']) =>
  page.evaluate(() => {
    const session = window.__lightwell?.root.system.get('session');
    return JSON.stringify(session?.getSnapshot().value);
  });

const meter = (page: Stage['page']) => page.locator('.allowance').getByRole('meter');

const look = (page: Stage['page'], { context }: Expectation) => {
  const { user } = context as { user: UserInfo | null };
  if (!user?.allowance) return { hidden: [meter(page)] };
  const { limit, used } = user.allowance;
  return {
    shown: [meter(page), page.getByText(words('allowance.left', { left: limit - used }))],
    hidden: [page.getByText(words('allowance.left', { left: used }))],
  };
};

/** The real server gives the whole day. */
const wholeDay = (page: Stage['page'], expected: Expectation) => {
  const { user } = expected.context as { user: UserInfo | null };
  return user ? wholeMeter(page) : { hidden: [meter(page)] };
};

const wholeMeter = (page: Stage['page']) => ({
  shown: [meter(page), page.getByText(words('allowance.left', { left: 20 }))],
  hidden: [page.getByText(words('allowance.left', { left: 0 }))],
});

export const sessionPaths: BrowserChart = {
  chart: 'session',
  model: {
    ...sessionDescriptor,
    people: {
      // there is one way in, and one way out
      'signIn.pressed': ({ token }: SessionContext) => (token === '' ? { '': {} } : {}),
      'signOut.pressed': ({ token }: SessionContext) => (token === '' ? {} : { '': {} }),
    } as never,
    charts: {
      'session.cleared': {},
      'user.outdated': {},
      'connection.restored': {},
      'session.begun': ({ token }: SessionContext) =>
        token === '' ? { '': { session: newSession } } : {},
    } as never,
  },
  allows: (step, { snapshot }) => {
    // why the dialog opens with the page is known within the same moment
    if (snapshot.matches({ known: { entry: 'looking' } }))
      return 'actor' in step && step.actor === 'findEntry';
    // what the browser keeps or refuses to keep, too
    const isFromOutside =
      step.kind === 'event' || ('actor' in step && fromOutside.includes(step.actor));
    return !isFromOutside || snapshot.matches({ known: { cookies: 'still' } });
  },
  byItself: (step) => 'actor' in step && !fromOutside.includes(step.actor),
  // the way to a sign-in, and its end
  noise: (id) => /signIn\.pressed|dialog\.answered|closeEntry/.test(id),
  open: begin,
  drivers: {
    'session.cleared': async (stage, _, next) => {
      const { page } = stage;
      if (next[0]?.kind === 'error') await refuseCookies(page);
      await startRefused(stage, { code: '10009' });
      const { kind } = next[0] ?? {};
      await closeDialog(page);
      if (kind === 'error') await takeCookies(page);
    },
    'signIn.pressed': async ({ page }) => {
      await clearDialogs(page);
      await press(page, signInButton(page));
      await closeDialog(page);
    },
    'signOut.pressed': async ({ page }, _, next) => {
      await clearDialogs(page);
      await press(page, accountMenu(page).locator('summary'));
      if (next[0]?.kind === 'error') await refuseCookies(page);
      await press(page, accountMenu(page).getByRole('button', { name: words('nav.signOut') }));
      await untilShown(page, signInButton(page));
      await takeCookies(page);
    },
    'session.begun': async (stage, _, next) => {
      const { page } = stage;
      await clearDialogs(page);
      await press(page, signInButton(page));
      await fillAddress(page);
      await stage.layer.answer('sendCode', sentCode);
      if (next[0]?.kind === 'error') await refuseCookies(page);
      await fillCode(page);
      await stage.layer.answer('signIn', signedIn);
      await untilShown(page, accountMenu(page));
      await takeCookies(page);
    },
    'watchSession sends session.elsewhere': (stage, step) => changeElsewhere(stage, keptIn(step)),
    'watchSession fails': ({ page }) => crash(page, 'session', 'watchSession'),
    'refreshUser answers': async ({ page, layer }, step, next) => {
      if (step.kind !== 'done') return;
      if (next[0]?.kind === 'error') await refuseCookies(page);
      await layer.answer('refreshUser', { obj: step.output });
      await expect.poll(() => stateOf(page)).not.toContain('asking');
      await takeCookies(page);
    },
    // what a start cost may have changed: the day's limit ends it before anything was sent
    'user.outdated': async (stage) => {
      await startRefused(stage, { code: 'daily_limit' });
      const another = stage.page.getByRole('button', { name: words('problem.another') });
      await press(stage.page, another);
    },
    'connection.restored': reconnect,
  },
  real: {
    reaches: 'session.known.freshness.fresh',
    looks: Object.fromEntries(
      [
        ...['identity.guest', 'freshness.fresh', 'cookies.still', 'cookies.clearing'],
        ...['entry.looking', 'entry.known', 'farewell.silent'],
      ].map((state) => [`session.known.${state}`, wholeDay]),
    ),
    can: ({ says }) =>
      /^(restoreSession answers \(nobody|refreshUser answers \(a guest|findEntry answers \(nothing|(keepUser|clearSession) answers)/.test(
        says,
      ),
  },
  looks: {
    'session.restoring': look,
    'session.known.identity.guest': (page) => ({
      shown: [signInButton(page)],
      hidden: [accountMenu(page)],
    }),
    'session.known.identity.signedIn': (page) => ({
      shown: [accountMenu(page)],
      hidden: [signInButton(page)],
    }),
    'session.known.freshness.asking': look,
    'session.known.freshness.fresh': look,
    'session.known.freshness.stale': look,
    'session.known.cookies.still': look,
    'session.known.cookies.keeping': look,
    'session.known.cookies.clearing': look,
    'session.known.entry.looking': look,
    'session.known.entry.known': look,
    'session.known.farewell.silent': look,
    'session.known.farewell.ending': look,
    'session.known.farewell.waiting': look,
  },
};
