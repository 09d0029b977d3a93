import type { Locator, Page } from '@playwright/test';
import { obstacleOf } from '../../../machines/checkout/checkout.choice.ts';
import type { CheckoutContext, CheckoutInput } from '../../../machines/checkout/checkout.types.ts';
import { checkoutDescriptor } from '../../../machines/checkout/spec/checkout.descriptor.ts';
import type { MethodCode, Product } from '../../../machines/model/price.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import { joinForReal } from './account.scene.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import { eachWay, isByEscape } from './question.ts';
import { openPage, press, untilShown, words } from './scene.ts';

const inputs = checkoutDescriptor.inputs as Readonly<Record<string, CheckoutInput>>;

const dialog = (page: Page): Locator => page.locator('dialog[data-actor="checkout"]');

const button = (page: Page, id: MessageId): Locator =>
  dialog(page).getByRole('button', { name: words(id), exact: true });

/** Returns the checkout's button that continues. The text of the button varies. */
const payButton = (page: Page): Locator => dialog(page).locator('.checkout-foot .button--primary');

const payButtonNamed = (page: Page, name: RegExp): Locator =>
  dialog(page).locator('.checkout-foot').getByRole('button', { name });

/** Calls of the device and the provider that are held for the walk. */
const held = ['dialog/createOrderKey', 'dialog/openPayPage'];

/**
 * Opens the checkout as another chart would. The charts that open the checkout have walks of their
 * own.
 */
const ask = async ({ page }: Stage, input: CheckoutInput | undefined): Promise<void> => {
  await page.evaluate((given) => {
    window.__lightwell?.root.system.get('dialogs')?.send({
      type: 'dialog.requested',
      dialog: { id: 'checkout', name: 'checkout', requester: null, kind: 'checkout', input: given },
    });
  }, input);
  await untilShown(page, dialog(page));
};

const chosenIn = ({ prices, choice }: CheckoutContext): Product | undefined =>
  prices?.products.find(({ code }) => code === choice.productCode);

type Samples = Readonly<Record<string, Record<string, unknown>>>;

const people = checkoutDescriptor.people as unknown as Readonly<Record<string, Samples>>;

const without = (
  samples: Samples | undefined,
  isLeft: (sample: Record<string, unknown>) => boolean,
) => Object.fromEntries(Object.entries(samples ?? {}).filter(([, sample]) => isLeft(sample)));

/** Samples of choices that differ from the current choice and are not blocked. */
const onScreen = {
  'product.chosen': (context: CheckoutContext) =>
    without(
      people['product.chosen'],
      ({ code }) =>
        !context.order &&
        code !== context.choice.productCode &&
        (context.prices?.products.some((one) => one.code === code) ?? false),
    ),
  'method.chosen': (context: CheckoutContext) =>
    without(
      people['method.chosen'],
      ({ method }) =>
        method !== context.choice.method && obstacleOf(context, method as MethodCode) === null,
    ),
  'renewal.switched': (context: CheckoutContext) =>
    without(
      people['renewal.switched'],
      ({ on }) =>
        !context.order && chosenIn(context)?.renewal != null && on !== context.choice.autoRenew,
    ),
  'country.chosen': ({ order, place, prices }: CheckoutContext) =>
    without(
      people['country.chosen'],
      ({ country }) => !order && prices !== null && place.country !== country,
    ),
  'currency.chosen': ({ order, place, prices }: CheckoutContext) =>
    without(
      people['currency.chosen'],
      ({ currency }) =>
        !order &&
        place.currency !== currency &&
        (prices?.currencies.some((one) => one === currency) ?? false),
    ),
};

/** Returns true if a control on screen causes the event. */
const isThere = (type: string, matches: (state: never) => boolean): boolean => {
  // the buyer in these walks has no open order
  if (type === 'openOrder.pressed') return false;
  const isIn = matches as (state: unknown) => boolean;
  if (type === 'dialog.cancelled') return true;
  if (type === 'order.confirmed' || type === 'review.left') return isIn('reviewing');
  if (type === 'payPage.pressed') return isIn('leaving');
  if (type === 'prices.retried') return isIn('failed');
  if (type === 'country.chosen' || type === 'currency.chosen') {
    return isIn('choosing') || isIn('loading');
  }
  return isIn('choosing');
};

const priced = /^(Pay|Check and buy) ?:? ?\S*\d/;

const choosing = (page: Page, { context }: Expectation) => {
  const { choice, order, prices } = context as CheckoutContext;
  const checked = (input: string) => dialog(page).locator(`input${input}:checked`);
  return {
    shown: [
      dialog(page).getByRole('group', { name: words('checkout.methods') }),
      payButton(page),
      dialog(page).getByText(words('checkout.withdrawal')),
      // the product that the server's prices put first
      ...(order || !prices || choice.productCode === null ? [] : [checked('[name="product"]')]),
      ...(prices && choice.method ? [checked(`[value="${choice.method}"]`)] : []),
    ],
    hidden: [button(page, 'checkout.back'), button(page, 'checkout.leaving.again')],
  };
};

const told = (page: Page) => dialog(page).locator('.checkout-foot .notice');

const settled = (page: Page, expected: Expectation) => {
  const { shown, hidden } = choosing(page, expected);
  const { failure } = expected.context as CheckoutContext;
  return {
    shown: [...shown, payButtonNamed(page, priced), ...(failure ? [told(page)] : [])],
    hidden: [...hidden, ...(failure ? [] : [told(page)])],
  };
};

const busy = (page: Page) => ({
  shown: [button(page, 'signIn.wait')],
  hidden: [payButtonNamed(page, priced)],
});

const gone = (page: Page) => ({ hidden: [dialog(page)] });

const loading = (page: Page, expected: Expectation) => {
  const wait = dialog(page).getByText(words('checkout.loading'));
  return (expected.context as CheckoutContext).prices
    ? choosing(page, expected)
    : { shown: [wait], hidden: [payButton(page)] };
};

const model = {
  ...checkoutDescriptor,
  people: {
    ...checkoutDescriptor.people,
    ...onScreen,
    'dialog.cancelled': eachWay('', {}),
  } as never,
};

const bare = 'nothing is missing';

const leaving = (isOpening: boolean, host: RegExp) => (page: Page) => {
  const opening = dialog(page).getByText(words('checkout.leaving.wait'));
  const refused = dialog(page).getByText(words('checkout.leaving.refused'));
  return {
    shown: [
      isOpening ? opening : refused,
      button(page, 'checkout.leaving.again'),
      dialog(page).getByText(host),
    ],
    hidden: [isOpening ? refused : opening],
  };
};

export const checkoutPaths: BrowserChart = {
  chart: 'checkout',
  longest: 60,
  model: { ...model, inputs: { [bare]: inputs[bare] } as never },
  allows: (step: Step, { snapshot }) =>
    step.kind !== 'event' || isThere(step.event.type, (state) => snapshot.matches(state)),
  open: async (stage) => {
    await joinForReal(stage, 'seven hills');
    // the walk ends before the browser leaves the page
    await holdActors(stage.context, held);
    await openPage(stage, '/');
    await ask(stage, inputs[bare]);
  },
  drivers: {
    'prices.retried': ({ page }) => press(page, button(page, 'failure.retry')),
    'pay.pressed': ({ page }) => press(page, payButton(page)),
    'dialog.cancelled': async ({ page }, { says }) => {
      if (isByEscape(says)) await page.keyboard.press('Escape');
      else await press(page, button(page, 'dialog.close'));
    },
    'createOrderKey answers': ({ page }) => passActor(page, 'dialog/createOrderKey'),
  },
  reaches: 'checkout.ordered',
  can: ({ says }) =>
    /^(prices\.retried|pay\.pressed|dialog\.cancelled|(loadPrices|createOrderKey) answers|createOrder answers \(with a page)/.test(
      says,
    ),
  looks: {
    'checkout.loading': loading,
    'checkout.failed': (page) => ({
      shown: [button(page, 'failure.retry'), dialog(page).getByText(words('checkout.failed'))],
      hidden: [payButton(page)],
    }),
    'checkout.choosing': settled,
    'checkout.creating.keying': busy,
    'checkout.creating.ordering': busy,
    'checkout.leaving.opening': leaving(true, /127\.0\.0\.1|localhost/),
    'checkout.ordered': gone,
    'checkout.cancelled': gone,
  },
  isGone: ({ status }) => status === 'done',
};
