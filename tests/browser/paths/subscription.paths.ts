import { expect, type Locator, type Page } from '@playwright/test';
import {
  type ChangePreview,
  isPastDue,
  isRenewing,
  type Membership,
  type OlderOrders,
  type Plan,
} from '../../../machines/model/membership.ts';
import { subscriptionDescriptor } from '../../../machines/subscription/subscription.descriptor.ts';
import { plansFor } from '../../../machines/subscription/subscription.plans.ts';
import type { SubscriptionContext } from '../../../machines/subscription/subscription.types.ts';
import { endingPlan } from '../../../machines/testing/sample-plans.ts';
import { samplePrices } from '../../../machines/testing/sample-prices.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import type { Path } from '../../../tools/paths/path.ts';
import type { Step } from '../../../tools/paths/step.ts';
import { joinForReal, keepCookies, membersQuiet } from './account.scene.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { answerOf } from './browser-walker.ts';
import { holdActors, passActor } from './held-actors.ts';
import { oneOf } from './look.ts';
import { changeAnswer, ordersAnswer, planAnswer } from './plan.scene.ts';
import { openPage, press, quiet, reconnect, untilShown, words } from './scene.ts';

const panel = (page: Page): Locator => page.locator('[data-actor="subscription"]');
const button = (page: Page, id: MessageId): Locator =>
  panel(page).getByRole('button', { name: words(id), exact: true });

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

const dialog = (page: Page): Locator => page.locator('dialog[data-actor="leaving"]');

const pressOn =
  (id: MessageId): Driver =>
  ({ page }) =>
    press(page, button(page, id));

/** The dialog has walks of its own. */
const leaveDialog = async (page: Page): Promise<void> => {
  await untilShown(page, dialog(page));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
};

const openOn =
  (id: MessageId): Driver =>
  async ({ page }) => {
    await press(page, button(page, id));
    await leaveDialog(page);
  };

/** The plan is cancelled in the dialog, which says so. */
const cancelPlan: Driver = async ({ page, layer }) => {
  await press(page, button(page, 'plan.cancel'));
  await untilShown(page, dialog(page));
  const confirm = { name: words('leaving.cancel.confirm'), exact: true };
  await press(page, dialog(page).getByRole('button', confirm));
  await layer.answer('leave', planAnswer(endingPlan()));
  const end = { name: words('leaving.told.close'), exact: true };
  await press(page, dialog(page).getByRole('button', end));
  await expect(dialog(page)).toBeHidden();
};

type Samples = Readonly<Record<string, Record<string, unknown>>>;

const people = subscriptionDescriptor.people as unknown as Readonly<Record<string, Samples>>;

const only = (type: string, isThere: (sample: Record<string, unknown>) => boolean) =>
  Object.fromEntries(Object.entries(people[type] ?? {}).filter(([, sample]) => isThere(sample)));

const where =
  (isThere: (plan: Plan | null) => boolean) =>
  ({ membership }: SubscriptionContext) =>
    isThere(membership?.plan ?? null) ? { '': {} } : {};

/** There is a button only for what can be done. */
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

/** The root takes the page away from whoever is signed out. */
const stillSignedIn = Object.fromEntries(
  Object.entries(subscriptionDescriptor.actors ?? {}).map(([id, answers]) => {
    const { '10009': _, ...error } = (answers as { error: Record<string, unknown> }).error;
    return [id, { ...answers, error }];
  }),
);

const open = async (stage: Stage, { start, steps }: Path): Promise<void> => {
  const isUser = start.says === 'a user' || steps[0]?.step.says === 'user.changed (a user)';
  if (isUser) await keepCookies(stage);
  if (start.says === 'nobody yet') await holdActors(stage.context, ['session/restoreSession']);
  await openPage(stage, '/manage-membership-plan', isUser ? membersQuiet : quiet);
};

const output = <Value>(one: Step): Value => (one.kind === 'done' ? one.output : null) as Value;
const planned =
  (call: 'resumePlan' | 'retryRenewal'): Driver =>
  ({ layer }, one) =>
    layer.answer(call, planAnswer(output<Plan>(one)));

export const subscriptionPaths: BrowserChart = {
  chart: 'subscription',
  longest: 60,
  model: {
    ...subscriptionDescriptor,
    actors: stillSignedIn as never,
    people: { ...subscriptionDescriptor.people, ...onScreen } as never,
    charts: {
      ...subscriptionDescriptor.charts,
      // from the dialog, which only a press of this page opens
      'membership.changed': where(isRenewing),
    } as never,
  },
  allows: (step, { snapshot }) =>
    step.kind !== 'event' ||
    step.event.type !== 'membership.changed' ||
    snapshot.matches({ shown: 'still' }),
  // to have something ended, its dialog is opened
  noise: (id) => id.includes('cancel.pressed'),
  open,
  drivers: {
    'membership.retried': pressOn('failure.retry'),
    'codeWay.chosen': (stage, one, next) =>
      openOn(one.says.includes('cancel') ? 'plan.byCode.cancel' : 'plan.byCode.withdraw')(
        stage,
        one,
        next,
      ),
    'cancel.pressed': openOn('plan.cancel'),
    'withdraw.pressed': async ({ page }, { says }) => {
      const code = says.includes('pass') ? 'LW-PASS-2345' : 'LW-ABCD-2345';
      await press(page, panel(page).getByRole('button', { name: new RegExp(code) }));
      await leaveDialog(page);
    },
    'resume.pressed': pressOn('plan.resume'),
    'renewal.pressed': pressOn('plan.retryNow'),
    'change.pressed': pressOn('plan.change'),
    'plan.chosen': ({ page }, { says }) =>
      press(
        page,
        panel(page).getByRole('button', {
          name: says.includes('weekly') ? /^Weekly/ : /^Monthly/,
        }),
      ),
    'change.confirmed': pressOn('plan.change.confirm'),
    'change.left': pressOn('plan.change.leave'),
    'olderOrders.pressed': async ({ page }) => {
      const failed = panel(page).getByText(words('plan.orders.olderFailed'));
      await press(
        page,
        button(page, (await failed.isVisible()) ? 'failure.retry' : 'plan.orders.older'),
      );
    },
    'membership.changed': cancelPlan,
    'user.changed': ({ page }) => passActor(page, 'session/restoreSession'),
    'connection.restored': reconnect,
    'loadMembership answers': async ({ layer }, one) => {
      const { plan, orders, nextCursor } = output<Membership>(one);
      await layer.answer('listOrders', ordersAnswer(orders, nextCursor));
      await layer.answer('loadMembership', planAnswer(plan));
    },
    'loadOlderOrders answers': ({ layer }, one) => {
      const { orders, nextCursor } = output<OlderOrders>(one);
      return layer.answer('loadOlderOrders', ordersAnswer(orders, nextCursor));
    },
    'loadPrices answers': ({ layer }) => layer.answer('loadPrices', { obj: samplePrices }),
    'resumePlan answers': planned('resumePlan'),
    'retryRenewal answers': planned('retryRenewal'),
    'previewChange answers': ({ layer }, one) =>
      layer.answer('previewChange', changeAnswer(output<ChangePreview>(one))),
    'changePlan answers': ({ layer }, one) =>
      layer.answer('changePlan', {
        obj: { subscription: planAnswer(output<Plan>(one)).obj, order: null },
      }),
    'loadMembership fails': ({ layer }, one) => layer.answer('loadMembership', answerOf(one)),
  },
  real: {
    reaches: 'subscription.shown.still',
    can: ({ says }) => says.startsWith('loadMembership answers (nothing'),
    open: async (stage: Stage) => {
      await joinForReal(stage, 'seven hills');
      await openPage(stage, '/manage-membership-plan', {
        ...membersQuiet,
        listOrders: ordersAnswer([]),
      });
    },
    drivers: {
      'loadMembership answers': ({ layer }) => layer.answer('loadMembership', planAnswer(null)),
    },
  },
  looks: {
    'subscription.waiting': about('loading'),
    'subscription.signedOut': about('signedOut'),
    'subscription.loading': about('loading'),
    'subscription.failed': about('failed'),
    'subscription.shown.still': shown,
    'subscription.shown.refreshing': shown,
    'subscription.shown.listing': shown,
    'subscription.shown.listingFailed': (page) => {
      const { shown: there, hidden } = shown(page);
      return { shown: [...there, panel(page).getByText(words('plan.orders.olderFailed'))], hidden };
    },
    'subscription.shown.resuming': shown,
    'subscription.shown.retrying': shown,
    'subscription.shown.changing.pricing': about('changing'),
    'subscription.shown.changing.choosing': about('changing'),
    'subscription.shown.changing.previewing': about('changing'),
    'subscription.shown.changing.confirming': about('changing', (page) => [
      button(page, 'plan.change.confirm'),
    ]),
    'subscription.shown.changing.sending': about('changing', (page) => [
      button(page, 'plan.change.sending'),
    ]),
  },
};
