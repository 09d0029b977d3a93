import type { Locator, Page } from '@playwright/test';
import { isPastDue, isRenewing, type Plan } from '../../../machines/model/membership.ts';
import { subscriptionDescriptor } from '../../../machines/subscription/spec/subscription.descriptor.ts';
import { plansFor } from '../../../machines/subscription/subscription.plans.ts';
import type { SubscriptionContext } from '../../../machines/subscription/subscription.types.ts';
import { joinForReal } from './account.scene.ts';
import type { BrowserChart } from './browser-chart.ts';
import { oneOf } from './look.ts';
import { openPage, press, words } from './scene.ts';

const panel = (page: Page): Locator => page.locator('[data-actor="subscription"]');

const about = oneOf((page: Page) => ({
  loading: panel(page).getByText(words('plan.loading')),
  signedOut: panel(page).getByText(words('plan.signedOut.title')),
  failed: panel(page).getByText(words('plan.failed')),
  changing: panel(page).getByText(words('plan.change.title')),
}));

const shown = (page: Page) => ({
  ...about('signedOut')(page),
  shown: [
    panel(page)
      .getByText(words('plan.next'), { exact: true })
      .or(panel(page).getByText(words('plan.none.title'))),
  ],
  hidden: [...about('loading')(page).hidden],
});

type Samples = Readonly<Record<string, Record<string, unknown>>>;

const people = subscriptionDescriptor.people as unknown as Readonly<Record<string, Samples>>;

const only = (type: string, isThere: (sample: Record<string, unknown>) => boolean) =>
  Object.fromEntries(Object.entries(people[type] ?? {}).filter(([, sample]) => isThere(sample)));

const where =
  (isThere: (plan: Plan | null) => boolean) =>
  ({ membership }: SubscriptionContext) =>
    isThere(membership?.plan ?? null) ? { '': {} } : {};

/** Only possible actions have a button. */
const onScreen = {
  'cancel.pressed': where(isRenewing),
  'renewal.pressed': where(isPastDue),
  'resume.pressed': where((plan) => plan?.canResume === true),
  'olderOrders.pressed': ({ membership }: SubscriptionContext) =>
    membership?.nextCursor ? { '': {} } : {},
  'change.pressed': where((plan) => isRenewing(plan) && !isPastDue(plan)),
  'withdraw.pressed': ({ membership }: SubscriptionContext) =>
    only('withdraw.pressed', ({ code }) =>
      (membership?.orders ?? []).some((one) => one.code === code && one.withdrawableUntil),
    ),
  'plan.chosen': ({ prices, membership }: SubscriptionContext) =>
    only('plan.chosen', ({ productCode }) =>
      plansFor(prices, membership?.plan ?? null).some(({ code }) => code === productCode),
    ),
};

/** Omits the error 10009. It signs the visitor out, and the root then removes the page. */
const stillSignedIn = Object.fromEntries(
  Object.entries(subscriptionDescriptor.actors ?? {}).map(([id, answers]) => {
    const { '10009': _, ...error } = (answers as { error: Record<string, unknown> }).error;
    return [id, { ...answers, error }];
  }),
);

export const subscriptionPaths: BrowserChart = {
  chart: 'subscription',
  longest: 60,
  model: {
    ...subscriptionDescriptor,
    actors: stillSignedIn as never,
    people: { ...subscriptionDescriptor.people, ...onScreen } as never,
    charts: {
      ...subscriptionDescriptor.charts,
      // this event comes from the cancellation dialog, which opens only by a press on this page
      'membership.changed': where(isRenewing),
    } as never,
  },
  allows: (step, { snapshot }) =>
    step.kind !== 'event' ||
    step.event.type !== 'membership.changed' ||
    snapshot.matches({ shown: 'still' }),
  // pressing this button only opens the cancellation dialog
  noise: (id) => id.includes('cancel.pressed'),
  open: async (stage, { start }) => {
    if (start.says === 'a user') await joinForReal(stage, 'seven hills');
    await openPage(stage, '/manage-membership-plan');
  },
  drivers: {
    'membership.retried': ({ page }) =>
      press(page, panel(page).getByRole('button', { name: words('failure.retry'), exact: true })),
  },
  reaches: 'subscription.shown.still.current',
  can: ({ says }) => /^(membership\.retried|loadMembership answers \(nothing)/.test(says),
  looks: {
    'subscription.signedOut': about('signedOut'),
    'subscription.loading': about('loading'),
    'subscription.failed': about('failed'),
    'subscription.shown.still.current': shown,
  },
};
