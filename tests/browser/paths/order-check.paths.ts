import type { Locator, Page } from '@playwright/test';
import { orderCheckDescriptor } from '../../../machines/order-check/order-check.descriptor.ts';
import { selectOrderWays } from '../../../machines/order-check/order-check.selectors.ts';
import { isAtBank } from '../../../machines/order-check/order-check.situation.ts';
import type {
  OrderCheckContext,
  OrderCheckInput,
} from '../../../machines/order-check/order-check.types.ts';
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

type Kind = 'orderCheck' | 'dayOrderCheck';

const inputs = orderCheckDescriptor.inputs as Readonly<Record<string, OrderCheckInput>>;

/** The device, and the page of the provider: what is asked of them waits for the walk. */
const held = ['dialog/countDown', 'dialog/watchConnection', 'dialog/openPayPage'];

/** What the screen offers. */
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

const ask = async ({ page }: Stage, kind: Kind, input: OrderCheckInput | undefined) => {
  await page.evaluate(
    ([chart, given]) => {
      window.__lightwell?.root.system.get('dialogs')?.send({
        type: 'dialog.requested',
        dialog: { id: 'order', name: 'order', requester: null, kind: chart, input: given },
      });
    },
    [kind, input] as const,
  );
  await untilShown(page, page.locator(`dialog[data-actor="${kind}"]`));
};

const titleOf = ({ order, hasReturned, secondsLeft }: OrderCheckContext): MessageId => {
  if (isAtBank(order)) return 'orderCheck.title.atBank';
  if (order.mayArrive) return 'orderCheck.title.arriving';
  if (secondsLeft === 0) return 'orderCheck.title.overdue';
  if (order.status === 'notPaid') return 'orderCheck.title.notPaid';
  return hasReturned ? 'orderCheck.title.returned' : 'orderCheck.title.waiting';
};

/** How the dialog of an order is walked: both of them do the same. */
export function orderCheckPathsOf(chart: Kind, descriptor: typeof orderCheckDescriptor) {
  const dialog = (page: Page): Locator => page.locator(`dialog[data-actor="${chart}"]`);
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

  const spec: BrowserChart = {
    chart,
    longest: 60,
    model: { ...descriptor, inputs: { 'an order': inputs['an order'] } as never },
    allows: allows as never,
    open: async (stage) => {
      await joinForReal(stage, 'seven hills');
      await holdActors(stage.context, held);
      await openPage(stage, '/');
      const order = await orderForReal(stage, chart === 'orderCheck' ? 'pack' : 'pass');
      await ask(stage, chart, { order, hasReturned: false, intent: 'look' });
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
    reaches: `${chart}.paid`,
    can: ({ says }) => /^loadOrder answers \((waiting|paid)\)/.test(says),
    looks: {
      [`${chart}.unpaid.following.looking`]: waits(),
      [`${chart}.unpaid.following.waiting`]: waits(),
      [`${chart}.unpaid.following.lost`]: waits(),
      [`${chart}.unpaid.checking`]: waits(),
      [`${chart}.unpaid.notPaid`]: waits('orderCheck.payAgain'),
      [`${chart}.unpaid.leaving`]: waits('orderCheck.leaving'),
      [`${chart}.unpaid.confirming`]: asks(false),
      [`${chart}.unpaid.cancelling`]: asks(true),
      [`${chart}.arriving.asking`]: waits('orderCheck.checking'),
      [`${chart}.arriving.waiting`]: waits('orderCheck.check'),
      [`${chart}.paid`]: paid,
      [`${chart}.partlyRefunded`]: ended('orderCheck.title.partlyRefunded', 'orderCheck.goOn'),
      [`${chart}.refunded`]: ended('orderCheck.title.refunded'),
      [`${chart}.chargedBack`]: ended('orderCheck.title.chargedBack'),
      [`${chart}.cancelled`]: ended('orderCheck.title.cancelled'),
      [`${chart}.expired`]: ended('orderCheck.title.expired'),
      [`${chart}.unknown`]: ended('orderCheck.title.unknown'),
      [`${chart}.left`]: gone,
      [`${chart}.payingAgain`]: gone,
      [`${chart}.signedOut`]: gone,
    },
    isGone: ({ status }) => status === 'done',
  };
  return spec;
}

export const orderCheckPaths = orderCheckPathsOf('orderCheck', orderCheckDescriptor);
