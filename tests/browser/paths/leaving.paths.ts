import type { Locator, Page } from '@playwright/test';
import { leavingDescriptor } from '../../../machines/leaving/leaving.descriptor.ts';
import type { LeavingContext, LeavingField } from '../../../machines/leaving/leaving.types.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import type { Expectation, Path } from '../../../workshop/paths/path.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { oneOf } from './look.ts';
import { eachWay } from './question.ts';
import { openPage, press, untilShown, words } from './scene.ts';

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
  await openPage(stage, '/manage-membership-plan');
  await press(stage.page, opener(stage.page, says));
  await untilShown(stage.page, dialog(stage.page));
};

const about = oneOf((page: Page) => ({
  order: field(page, 'order'),
  code: field(page, 'code'),
  counting: dialog(page).getByText(words('leaving.counting')),
  reviewing: dialog(page).getByText(words('leaving.receipt')),
  told: button(page, 'leaving.told.close'),
}));

const inForm = (name: 'order' | 'code', id: MessageId) => about(name, (page) => [button(page, id)]);
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
    inputs: {
      'to cancel by order number': leavingDescriptor.inputs?.['to cancel by order number'],
    } as never,
    people: { ...leavingDescriptor.people, 'dialog.cancelled': eachWay('', {}) } as never,
  },
  allows: (one, { snapshot }) => {
    if (one.kind === 'error' && one.says.includes('10009')) return true;
    if (one.kind !== 'event') return true;
    const { type, name, value } = one.event;
    // a retry cannot change that an order is not withdrawable
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
      if (!filled) throw new Error(`Expected a sample named “${label}”.`);
      await field(page, filled.name).fill(filled.value);
    },
    'form.submitted': ({ page }) => press(page, dialog(page).locator('button[type=submit]')),
  },
  reaches: 'leaving.typing.waiting',
  can: ({ says }) =>
    /^(field\.changed \(an order number|form\.submitted|sendOrderCode answers)/.test(says),
  looks: {
    'leaving.asking': inForm('order', 'signIn.send'),
    'leaving.sending': inForm('order', 'signIn.wait'),
    'leaving.typing.waiting': inForm('code', 'leaving.look'),
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
  },
  isGone: ({ status }) => status === 'done',
};
