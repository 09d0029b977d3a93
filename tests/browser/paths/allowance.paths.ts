import { allowanceDescriptor } from '../../../machines/allowance/spec/allowance.descriptor.ts';
import type { BrowserChart } from './browser-chart.ts';
import { unseen } from './look.ts';
import { openPage } from './scene.ts';

const nothing = unseen('session and studio show the new allowance at the end of the day');

export const allowancePaths: BrowserChart = {
  chart: 'allowance',
  model: allowanceDescriptor,
  // the session also reports a visitor before the server has identified them
  noise: (id) => id === 'allowance | user.changed | 1 | allowance.unlimited',
  open: (stage) => openPage(stage, '/'),
  drivers: {
    'user.changed': ({ layer }) => layer.answer('refreshUser'),
    'waitUntil answers': async ({ page }) => {
      const left = await page.evaluate(() => {
        const session = window.__lightwell?.root.system.get('session')?.getSnapshot();
        return Date.parse(session?.context.user.allowance.resetsAt) - Date.now();
      });
      await page.clock.fastForward(left + 1000);
    },
  },
  holds: ['refreshUser'],
  reaches: 'allowance.over',
  can: ({ says }) => says === 'user.changed (a guest)' || says === 'waitUntil answers',
  allows: (_, { snapshot }) => !snapshot.matches('over'),
  looks: {
    'allowance.unlimited': nothing,
    'allowance.running': nothing,
    'allowance.over': nothing,
  },
  hasElement: () => false,
};
