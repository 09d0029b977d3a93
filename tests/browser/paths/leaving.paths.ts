import type { Locator, Page } from '@playwright/test';
import { leavingDescriptor } from '../../../machines/leaving/leaving.descriptor.ts';
import type { LeavingContext, LeavingField } from '../../../machines/leaving/leaving.types.ts';
import type { Left } from '../../../machines/model/membership.ts';
import { samplePlan } from '../../../machines/testing/sample-plans.ts';
import { paidOrder } from '../../../machines/testing/sample-prices.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import type { Expectation, Path } from '../../../tools/paths/path.ts';
import { keepCookies, membersQuiet } from './account.scene.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { answerOf } from './browser-walker.ts';
import { countDownOf } from './countdown.ts';
import { pressKey } from './keyboard.ts';
import { oneOf } from './look.ts';
import { ordersAnswer, planAnswer } from './plan.scene.ts';
import { eachWay, isByEscape } from './question.ts';
import { crash, openPage, press, quiet, untilShown, words } from './scene.ts';

const dialog = (page: Page): Locator => page.locator('dialog[data-actor="leaving"]');
const field = (page: Page, name: string): Locator => dialog(page).locator(`input[name="${name}"]`);
const button = (page: Page, id: MessageId): Locator =>
  dialog(page).getByRole('button', { name: words(id), exact: true });
const samples = leavingDescriptor.people?.['field.changed'] as unknown as Record<
  string,
  { name: LeavingField; value: string }
>;

const openers: Readonly<Record<string, MessageId>> = {
  'to cancel a plan': 'plan.cancel',
  'to cancel by order number': 'plan.byCode.cancel',
  'to withdraw by order number': 'plan.byCode.withdraw',
};

const opener = (page: Page, says: string): Locator => {
  const id = openers[says];
  const main = page.getByRole('main');
  return id
    ? main.getByRole('button', { name: words(id), exact: true })
    : main.getByRole('button', { name: /^Withdraw from/ });
};

const open = async (stage: Stage, { start: { says } }: Path): Promise<void> => {
  const isUser = !says.includes('by order number');
  if (isUser) await keepCookies(stage);
  await openPage(stage, '/manage-membership-plan', {
    ...(isUser ? membersQuiet : quiet),
    loadMembership: planAnswer(says === 'to cancel a plan' ? samplePlan() : null),
    listOrders: ordersAnswer(says === 'to withdraw from a purchase' ? [paidOrder()] : []),
  });
  await press(stage.page, opener(stage.page, says));
  await untilShown(stage.page, dialog(stage.page));
};

const kindIn = ({ layer }: Stage) => (layer.isHeld('withdraw') ? 'withdraw' : 'leave');
const callIn = async (stage: Stage) => {
  for (;;) {
    if (stage.layer.isHeld('withdraw') || stage.layer.isHeld('leave')) return kindIn(stage);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

const about = oneOf((page: Page) => ({
  order: field(page, 'order'),
  code: field(page, 'code'),
  counting: dialog(page).getByText(words('leaving.counting')),
  reviewing: dialog(page).getByText(words('leaving.receipt')),
  told: button(page, 'leaving.told.close'),
}));

const inForm = (name: 'order' | 'code', id: MessageId) => about(name, (page) => [button(page, id)]);
const gone = (page: Page) => ({ hidden: [dialog(page)] });
const isBusy = (value: unknown) =>
  ['sending', 'looking', 'ending'].includes(String(value)) ||
  (value as { typing?: string }).typing === 'sending';
const fieldIn = (value: unknown): LeavingField | null => {
  if (value === 'asking') return 'order';
  return typeof value === 'object' && value !== null && 'typing' in value ? 'code' : null;
};

export const leavingPaths: BrowserChart = {
  chart: 'leaving',
  longest: 60,
  noise: (id) => id.includes('field.left'),
  model: {
    ...leavingDescriptor,
    people: { ...leavingDescriptor.people, 'dialog.cancelled': eachWay('', {}) } as never,
  },
  allows: (one, { snapshot }) => {
    if (one.kind === 'error' && one.says.includes('10009')) return true;
    if (one.kind !== 'event') return true;
    const { type, name, value } = one.event;
    // nothing would change what cannot be withdrawn from
    if (type === 'preview.retried') return snapshot.context.failure?.code !== 'not_withdrawable';
    if (type === 'field.changed' && snapshot.context.form.values[name as LeavingField] === value)
      return false;
    if (type.startsWith('field.'))
      return !isBusy(snapshot.value) && fieldIn(snapshot.value) === name;
    if (type === 'order.corrected' || type === 'leaving.confirmed') return !isBusy(snapshot.value);
    return true;
  },
  open,
  drivers: {
    'field.changed': async ({ page }, { says }) => {
      const [, label = ''] = /\((.*)\)$/.exec(says) ?? [];
      const filled = samples[label];
      if (!filled) throw new Error(`there is no sample “${label}”`);
      await field(page, filled.name).fill(filled.value);
    },
    'field.left': async ({ page }, one) => {
      if (one.kind === 'event') await pressKey(page, field(page, one.event.name), 'Tab');
    },
    'form.submitted': ({ page }) => press(page, dialog(page).locator('button[type=submit]')),
    'order.corrected': ({ page }) => press(page, button(page, 'leaving.order.correct')),
    'resend.pressed': ({ page }) => press(page, button(page, 'signIn.resend')),
    'preview.retried': ({ page }) => press(page, button(page, 'failure.retry')),
    'leaving.confirmed': async ({ page }) =>
      press(
        page,
        button(page, 'leaving.cancel.confirm').or(button(page, 'leaving.withdraw.confirm')),
      ),
    'dialog.cancelled': async ({ page }, { says }) => {
      if (isByEscape(says)) await page.keyboard.press('Escape');
      else await press(page, button(page, 'dialog.close'));
    },
    'countDown sends countdown.ticked': countDownOf('leaving'),
    'countDown fails': ({ page }) => crash(page, 'leaving', 'countDown'),
    'sendOrderCode answers': ({ layer }, one) =>
      layer.answer('sendOrderCode', {
        obj: {
          ...(one.kind === 'done' ? (one.output as object) : {}),
          expiresAt: '2027-01-01T10:10:00.000Z',
        },
      }),
    'leave answers': async (stage, one) => {
      const left = (one.kind === 'done' ? one.output : null) as Left;
      const answer = left.kind === 'cancel' ? planAnswer(left.plan) : { obj: left.order };
      await stage.layer.answer(await callIn(stage), answer);
    },
    'leave fails': async (stage, one) => stage.layer.answer(await callIn(stage), answerOf(one)),
  },
  real: {
    reaches: 'leaving.typing.waiting',
    can: ({ says }) =>
      /^(field\.changed \(an order number|form\.submitted|sendOrderCode answers)/.test(says),
  },
  looks: {
    'leaving.asking': inForm('order', 'signIn.send'),
    'leaving.sending': inForm('order', 'signIn.wait'),
    'leaving.typing.waiting': inForm('code', 'leaving.look'),
    'leaving.typing.free': inForm('code', 'signIn.resend'),
    'leaving.typing.sending': inForm('code', 'signIn.resend'),
    'leaving.looking': inForm('code', 'signIn.wait'),
    'leaving.previewing': about('counting'),
    'leaving.unknown': (page: Page, { context }: Expectation) => ({
      shown: [
        button(page, 'leaving.back'),
        dialog(page).getByText(
          words(
            (context as LeavingContext).failure?.code === 'not_withdrawable'
              ? 'failure.notWithdrawable'
              : 'failure.offline',
          ),
        ),
      ],
      hidden: [dialog(page).getByText(words('leaving.receipt'))],
    }),
    'leaving.reviewing': about('reviewing'),
    'leaving.ending': about('reviewing'),
    'leaving.told': about('told', (page) => [dialog(page).getByText(words('leaving.told.mail'))]),
    'leaving.left': gone,
    'leaving.cancelled': gone,
  },
  isGone: ({ status }) => status === 'done',
};
