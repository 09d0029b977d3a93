import type { Locator, Page } from '@playwright/test';
import type {
  CancellationContext,
  CancellationField,
} from '../../../machines/cancellation/cancellation.types.ts';
import { cancellationDescriptor } from '../../../machines/cancellation/spec/cancellation.descriptor.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import type { Expectation, Path } from '../../../workshop/paths/path.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { oneOf } from './look.ts';
import { eachWay } from './question.ts';
import { openPage, press, untilShown, words } from './scene.ts';

const dialog = (page: Page): Locator => page.locator('dialog[data-actor="cancellation"]');
const field = (page: Page, name: string): Locator => dialog(page).locator(`input[name="${name}"]`);
const button = (page: Page, id: MessageId): Locator =>
  dialog(page).getByRole('button', { name: words(id), exact: true });
const samples = cancellationDescriptor.people?.['field.changed'] as unknown as Record<
  string,
  { name: CancellationField; value: string }
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
  counting: dialog(page).getByText(words('cancellation.counting')),
  reviewing: dialog(page).getByText(words('cancellation.receipt')),
  told: button(page, 'cancellation.told.close'),
}));

const inForm = (name: 'order' | 'code', id: MessageId) => about(name, (page) => [button(page, id)]);
const isBusy = (value: unknown) =>
  ['sending', 'looking', 'ending'].includes(String(value)) ||
  (value as { typing?: string }).typing === 'sending';
const fieldIn = (value: unknown): CancellationField | null => {
  if (value === 'asking') return 'order';
  return typeof value === 'object' && value !== null && 'typing' in value ? 'code' : null;
};

export const cancellationPaths: BrowserChart = {
  chart: 'cancellation',
  longest: 60,
  noise: (id) => id.includes('field.left'),
  model: {
    ...cancellationDescriptor,
    inputs: {
      'to cancel by order number': cancellationDescriptor.inputs?.['to cancel by order number'],
    } as never,
    people: { ...cancellationDescriptor.people, 'dialog.cancelled': eachWay('', {}) } as never,
  },
  allows: (one, { snapshot }) => {
    if (one.kind === 'error' && one.says.includes('10009')) return true;
    if (one.kind !== 'event') return true;
    const { type, name, value } = one.event;
    // if an order cannot be withdrawn, a retry gets the same answer
    if (type === 'preview.retried') return snapshot.context.failure?.code !== 'not_withdrawable';
    if (
      type === 'field.changed' &&
      snapshot.context.form.values[name as CancellationField] === value
    )
      return false;
    if (type.startsWith('field.'))
      return !isBusy(snapshot.value) && fieldIn(snapshot.value) === name;
    if (type === 'order.corrected' || type === 'cancellation.confirmed')
      return !isBusy(snapshot.value);
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
  reaches: 'cancellation.typing.waiting',
  can: ({ says }) =>
    /^(field\.changed \(an order number|form\.submitted|sendOrderCode answers)/.test(says),
  looks: {
    'cancellation.asking': inForm('order', 'signIn.send'),
    'cancellation.sending': inForm('order', 'signIn.wait'),
    'cancellation.typing.waiting': inForm('code', 'cancellation.look'),
    'cancellation.previewing': about('counting'),
    'cancellation.unknown': (page: Page, { context }: Expectation) => ({
      shown: [
        button(page, 'cancellation.back'),
        dialog(page).getByText(
          words(
            (context as CancellationContext).failure?.code === 'not_withdrawable'
              ? 'failure.notWithdrawable'
              : 'failure.offline',
          ),
        ),
      ],
      hidden: [dialog(page).getByText(words('cancellation.receipt'))],
    }),
  },
  isGone: ({ status }) => status === 'done',
};
