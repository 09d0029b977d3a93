import type { Locator, Page } from '@playwright/test';
import { selectOrderWays } from '../../../machines/order-check/order-check.selectors.ts';
import { isAtBank } from '../../../machines/order-check/order-check.situation.ts';
import type {
  OrderCheckContext,
  OrderCheckInput,
} from '../../../machines/order-check/order-check.types.ts';
import { orderCheckDescriptor } from '../../../machines/order-check/spec/order-check.descriptor.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import { joinForReal } from './account.scene.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { outcomeOf } from './browser-walker.ts';
import { holdActors } from './held-actors.ts';
import type { Look } from './look.ts';
import { orderForReal, payForReal } from './real-orders.ts';
import { openPage, untilShown, words } from './scene.ts';

const inputs = orderCheckDescriptor.inputs as Readonly<Record<string, OrderCheckInput>>;

/** Actors of the device and the payment page that are held for the walk. */
const held = ['dialog/countDown', 'dialog/watchConnection', 'dialog/openPayPage'];

/** Returns true if the screen offers this event. */
const offered = (type: string, snapshot: { context: OrderCheckContext }): boolean => {
  const { first, others } = selectOrderWays(snapshot as never);
  return [first, ...others].some((way) => `${way}.pressed` === type);
};

const allows = (
  step: Step,
  { snapshot }: { snapshot: { context: OrderCheckContext; matches: (of: never) => boolean } },
): boolean => {
  if (step.kind !== 'event') return true;
  const is = (of: unknown): boolean => snapshot.matches(of as never);
  if (step.event.type === 'cancel.confirmed') return is({ unpaid: 'confirming' });
  if (step.event.type === 'dialog.cancelled') return true;
  const isAsked = is({ unpaid: 'confirming' }) || is({ unpaid: 'cancelling' });
  return !isAsked && offered(step.event.type, snapshot);
};

const ask = async ({ page }: Stage, input: OrderCheckInput | undefined) => {
  await page.evaluate((given) => {
    window.__lightwell?.root.system.get('dialogs')?.send({
      type: 'dialog.requested',
      dialog: { id: 'order', name: 'order', requester: null, kind: 'orderCheck', input: given },
    });
  }, input);
  await untilShown(page, page.locator('dialog[data-actor="orderCheck"]'));
};

const titleOf = ({ order, hasReturned, remainingSeconds }: OrderCheckContext): MessageId => {
  if (isAtBank(order)) return 'orderCheck.title.atBank';
  if (order.mayArrive) return 'orderCheck.title.arriving';
  if (remainingSeconds === 0) return 'orderCheck.title.overdue';
  if (order.status === 'notPaid') return 'orderCheck.title.notPaid';
  return hasReturned ? 'orderCheck.title.returned' : 'orderCheck.title.waiting';
};

const dialog = (page: Page): Locator => page.locator('dialog[data-actor="orderCheck"]');
const button = (page: Page, id: MessageId): Locator =>
  dialog(page).getByRole('button', { name: words(id), exact: true });
const titled = (page: Page, id: MessageId): Locator =>
  dialog(page).getByRole('heading', { name: words(id), exact: true });
const note = (page: Page): Locator => dialog(page).locator('[role=status] .notice');

const waits =
  (way: MessageId = 'orderCheck.pay') =>
  (page: Page, { context }: Expectation): Look => {
    const { trouble, ...known } = context as OrderCheckContext;
    const told = trouble ? [note(page)] : [];
    return {
      shown: [
        titled(page, titleOf(known as OrderCheckContext)),
        button(page, way),
        dialog(page).getByText(words('orderCheck.stays')),
        ...told,
      ],
      hidden: [
        button(page, 'orderCheck.confirm.keep'),
        button(page, 'orderCheck.goOn'),
        ...(trouble ? [] : [note(page)]),
      ],
    };
  };
const asks =
  (busy: boolean) =>
  (page: Page): Look => ({
    shown: [
      titled(page, 'orderCheck.confirm.title'),
      button(page, 'orderCheck.confirm.keep'),
      button(page, busy ? 'orderCheck.cancelling' : 'orderCheck.cancel'),
    ],
    hidden: [button(page, 'orderCheck.pay'), button(page, 'orderCheck.payAgain')],
  });
const ended =
  (title: MessageId, way: MessageId = 'dialog.close') =>
  (page: Page): Look => ({
    shown: [titled(page, title), button(page, way)],
    hidden: [button(page, 'orderCheck.check'), button(page, 'orderCheck.cancel')],
  });
const paid = (page: Page, { context }: Expectation): Look => {
  const { isFollowed, order } = context as OrderCheckContext;
  const goesOn = dialog(page).getByText(words('orderCheck.goesOn'));
  const isGoingOn = isFollowed && order.task !== null;
  return {
    shown: [
      titled(page, 'orderCheck.title.paid'),
      button(page, 'orderCheck.goOn'),
      ...(isGoingOn ? [goesOn] : []),
    ],
    hidden: [
      button(page, 'orderCheck.check'),
      button(page, 'orderCheck.cancel'),
      ...(isGoingOn ? [] : [goesOn]),
    ],
  };
};
const gone = (page: Page): Look => ({ hidden: [dialog(page)] });

export const orderCheckPaths: BrowserChart = {
  chart: 'orderCheck',
  longest: 60,
  model: { ...orderCheckDescriptor, inputs: { 'an order': inputs['an order'] } as never },
  allows: allows as never,
  open: async (stage) => {
    await joinForReal(stage, 'seven hills');
    await holdActors(stage.context, held);
    await openPage(stage, '/');
    const order = await orderForReal(stage, 'pack');
    await ask(stage, { order, hasReturned: false, intent: 'look' });
  },
  drivers: {
    ...Object.fromEntries(
      (['loadOrder'] as const).map((call): [string, Driver] => [
        `${call} answers`,
        async (stage, step) => {
          if (step.says.includes('(paid)')) await payForReal(stage);
          await stage.layer.answer(call, outcomeOf(step));
        },
      ]),
    ),
  },
  reaches: 'orderCheck.paid',
  can: ({ says }) => /^loadOrder answers \((waiting|paid)\)/.test(says),
  looks: {
    'orderCheck.unpaid.following.looking': waits(),
    'orderCheck.unpaid.following.waiting': waits(),
    'orderCheck.unpaid.following.lost': waits(),
    'orderCheck.unpaid.checking': waits(),
    'orderCheck.unpaid.notPaid': waits('orderCheck.payAgain'),
    'orderCheck.unpaid.leaving': waits('orderCheck.leaving'),
    'orderCheck.unpaid.confirming': asks(false),
    'orderCheck.unpaid.cancelling': asks(true),
    'orderCheck.arriving.asking': waits('orderCheck.checking'),
    'orderCheck.arriving.waiting': waits('orderCheck.check'),
    'orderCheck.paid': paid,
    'orderCheck.partlyRefunded': ended('orderCheck.title.partlyRefunded', 'orderCheck.goOn'),
    'orderCheck.refunded': ended('orderCheck.title.refunded'),
    'orderCheck.chargedBack': ended('orderCheck.title.chargedBack'),
    'orderCheck.cancelled': ended('orderCheck.title.cancelled'),
    'orderCheck.expired': ended('orderCheck.title.expired'),
    'orderCheck.unknown': ended('orderCheck.title.unknown'),
    'orderCheck.left': gone,
    'orderCheck.payingAgain': gone,
    'orderCheck.signedOut': gone,
  },
  isGone: ({ status }) => status === 'done',
};
