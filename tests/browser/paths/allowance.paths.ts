import { allowanceDescriptor } from '../../../machines/allowance/allowance.descriptor.ts';
import type { UserInfo } from '../../../machines/model/user.ts';
import { guest, member } from '../../../machines/testing/samples.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { unseen } from './look.ts';
import { choosePhoto, crash, openPage, press, quiet, words } from './scene.ts';

const hourMs = 3_600_000;

/** The day ends an hour after the answer, by the clock of the page. */
const endingSoon = async (page: Stage['page']): Promise<UserInfo> => {
  const now = await page.evaluate(() => Date.now());
  const resetsAt = new Date(now + hourMs).toISOString();
  return { ...guest, allowance: { limit: 20, used: 4, resetsAt } };
};

/** A start refused by the daily limit makes the session ask for the user again. */
const haveAsked = async (stage: Stage): Promise<void> => {
  await choosePhoto(stage);
  await press(stage.page, stage.page.getByRole('button', { name: words('studio.start') }));
  await stage.layer.answer('requestUpload', { code: 'daily_limit' });
  await press(stage.page, stage.page.getByRole('button', { name: words('problem.another') }));
};

const nothing = unseen('what the end of the day brings is shown by session and tray');

export const allowancePaths: BrowserChart = {
  chart: 'allowance',
  model: allowanceDescriptor,
  // the session tells a visitor of whom nothing is known yet, too
  noise: (id) => id === 'allowance | user.changed | 1 | allowance.unlimited',
  open: async (stage) => {
    const { refreshUser: _, ...background } = quiet;
    await openPage(stage, '/', background);
  },
  drivers: {
    'user.changed': async (stage, step) => {
      const { page, layer } = stage;
      if (!layer.isHeld('refreshUser')) await haveAsked(stage);
      const user = step.says.includes('member') ? member : await endingSoon(page);
      await layer.answer('refreshUser', { obj: user });
    },
    'waitUntil answers': ({ page }) => page.clock.fastForward(hourMs + 1000),
    'waitUntil fails': ({ page }) => crash(page, 'allowance', 'waitUntil'),
  },
  real: {
    reaches: 'allowance.over',
    can: ({ says }) => says === 'user.changed (a guest)' || says === 'waitUntil answers',
    allows: (_, { snapshot }) => !snapshot.matches('over'),
    drivers: {
      'waitUntil answers': async ({ page }) => {
        const left = await page.evaluate(() => {
          const session = window.__lightwell?.root.system.get('session')?.getSnapshot();
          return Date.parse(session?.context.user.allowance.resetsAt) - Date.now();
        });
        await page.clock.fastForward(left + 1000);
      },
    },
  },
  looks: {
    'allowance.unlimited': nothing,
    'allowance.running': nothing,
    'allowance.over': nothing,
  },
  hasElement: () => false,
};
