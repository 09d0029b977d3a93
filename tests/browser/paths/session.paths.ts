import { expect } from '@playwright/test';
import type { UserInfo } from '../../../machines/model/user.ts';
import { sessionDescriptor } from '../../../machines/session/session.descriptor.ts';
import { member } from '../../../machines/testing/samples.ts';
import type { Expectation, Path } from '../../../tools/paths/path.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import {
  choosePhoto,
  forbidStorage,
  openPage,
  press,
  quiet,
  reconnect,
  refuseCookies,
  takeCookies,
  words,
} from './scene.ts';
import type { Answer } from './scripted-answer.ts';

const begin = async (stage: Stage, { steps }: Path): Promise<void> => {
  const first = steps[0]?.step;
  if (first?.kind === 'error') await forbidStorage(stage.context);
  if (first?.kind === 'done' && first.output) {
    const value = encodeURIComponent(JSON.stringify(member));
    await stage.context.addCookies([{ name: 'user_info', value, url: stage.url }]);
  }
  const { refreshUser: _, ...background } = quiet;
  await openPage(stage, '/', background);
  if (first?.kind === 'error') await takeCookies(stage.page);
};

const startRefused = async (stage: Stage, answer: Answer): Promise<void> => {
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
  model: sessionDescriptor,
  // what the browser keeps or refuses to keep is known within the same moment
  allows: (step, { snapshot }) => {
    const isFromOutside =
      step.kind === 'event' || ('actor' in step && step.actor === 'refreshUser');
    return !isFromOutside || snapshot.matches({ known: { cookies: 'still' } });
  },
  byItself: (step) => 'actor' in step && step.actor !== 'refreshUser',
  open: begin,
  drivers: {
    'session.cleared': async (stage, _, next) => {
      const { page } = stage;
      if (next[0]?.kind === 'error') await refuseCookies(page);
      await startRefused(stage, { code: '10009' });
      const title = words('signIn.title');
      await press(page, page.getByRole('dialog', { name: title }).getByRole('button'));
      await takeCookies(page);
    },
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
      ['identity.guest', 'freshness.fresh', 'cookies.still', 'cookies.clearing'].map((state) => [
        `session.known.${state}`,
        wholeDay,
      ]),
    ),
    can: ({ says }) =>
      /^(restoreSession answers \(nobody|refreshUser answers \(a guest|(keepUser|clearSession) answers)/.test(
        says,
      ),
  },
  looks: {
    'session.restoring': look,
    'session.known.identity.guest': look,
    'session.known.identity.signedIn': look,
    'session.known.freshness.asking': look,
    'session.known.freshness.fresh': look,
    'session.known.freshness.stale': look,
    'session.known.cookies.still': look,
    'session.known.cookies.keeping': look,
    'session.known.cookies.clearing': look,
  },
};
