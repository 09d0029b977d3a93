import type { Locator, Page } from '@playwright/test';
import type { PurchaseContext } from '../../../machines/purchase/purchase.types.ts';
import { purchaseDescriptor } from '../../../machines/purchase/spec/purchase.descriptor.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import { joinForReal } from './account.scene.ts';
import type { BrowserChart, Driver } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import type { Look } from './look.ts';
import { unseen } from './look.ts';
import { openPage, press, untilShown, words } from './scene.ts';
import { accountMenu } from './sign-in.scene.ts';

const dialog = (page: Page, kind: string): Locator => page.locator(`dialog[data-actor="${kind}"]`);

const check = (page: Page): Locator => dialog(page, 'orderCheck').or(dialog(page, 'dayOrderCheck'));

const note = (page: Page): Locator => page.locator('.shell-notes .open-order');

/** Returns the state of the purchase's dialogs, such as `buying`. */
const shopOf = (value: unknown): string => String((value as { shop: unknown }).shop);

const answerIn = (step: Step): { kind?: string } | string | null =>
  step.kind === 'event' && step.event.type === 'dialog.answered' ? step.event.answer : null;

const isNewOrder = (answer: ReturnType<typeof answerIn>): boolean =>
  typeof answer === 'object' && answer !== null && answer.kind === undefined;

/** Functions for each event, which return true if the screen offers the action. */
const can: Readonly<
  Record<string, (shop: string, context: PurchaseContext, step: Step) => boolean>
> = {
  // a user finds this button in the menu; a guest finds it where a start lacks credits
  'purchase.pressed': (shop, { user, path }, step) =>
    (shop === 'idle' || shop === 'waiting') &&
    user !== null &&
    (step.says.includes('for a start')
      ? !user.id && path !== '/terms' && shop === 'idle'
      : Boolean(user.id)),
  'order.opened': (shop, { open }) => (shop === 'idle' || shop === 'waiting') && open.length > 0,
  'location.changed': (shop, { path }, step) =>
    shop === 'idle' && path !== '/terms' && step.says.includes('the terms'),
  'signIn.declined': (shop, { user }) =>
    shop === 'signingIn' || (shop === 'waiting' && user !== null && !user.id),
  'connection.restored': (shop) => shop === 'idle' || shop === 'waiting',
  'user.changed': (shop, { user }, step) => {
    const isGuest = step.says.includes('a guest');
    if (user === null) return isGuest || step.says.includes('a user without');
    if (user.id) return isGuest && shop === 'idle';
    return !isGuest && (shop === 'idle' || shop === 'signingIn' || shop === 'waiting');
  },
  'dialog.answered': (shop, { user, path }, step) => {
    const answer = answerIn(step);
    if (shop === 'buying') return isNewOrder(answer) || answer === 'cancelled';
    if (shop === 'checking') return !isNewOrder(answer) && answer !== 'confirmed';
    // the server refuses a start although the known credits suffice
    const canStart = path !== '/terms' && (user?.credits?.balance ?? 0) > 0;
    return shop === 'idle' && answer === 'confirmed' && canStart;
  },
};

type At = { snapshot: { context: PurchaseContext; value: unknown } };

const leave: Driver = async ({ page }) => {
  await untilShown(page, page.locator('dialog[open]'));
  await page.keyboard.press('Escape');
};

const openMenu = async (page: Page): Promise<void> => {
  if (await accountMenu(page).getByRole('button').first().isVisible()) return;
  await press(page, accountMenu(page).locator('summary'));
};

const pressGet: Driver = async ({ page }) => {
  await openMenu(page);
  await press(page, accountMenu(page).getByRole('button', { name: words('purchase.get') }));
};

const shops = ['idle', 'signingIn', 'buying', 'checking'] as const;

/** Returns the look of a dialog state: its dialog is shown, and the other dialogs are hidden. */
const shop =
  (name: (typeof shops)[number]) =>
  (page: Page): Look => {
    const named = {
      signingIn: dialog(page, 'signIn').getByRole('button', { name: words('dialog.close') }),
      buying: dialog(page, 'checkout').getByRole('button', { name: words('dialog.close') }),
      checking: check(page).getByRole('button', { name: words('dialog.close') }),
    };
    const others = Object.entries(named).filter(([one]) => one !== name);
    const hidden = others.map(([, place]) => place);
    return name === 'idle' ? { hidden } : { shown: [named[name]], hidden };
  };

const errors = purchaseDescriptor.actors?.loadOrder?.error as Readonly<Record<string, unknown>>;
const { 'sign in first': _signIn, ...lessErrors } = errors;

/** The offered actions depend on the page and the context. */
const model = {
  ...purchaseDescriptor,
  actors: {
    ...purchaseDescriptor.actors,
    loadOrder: {
      ...purchaseDescriptor.actors?.loadOrder,
      // an expired session would also remove the signed-in user, so this error is omitted
      error: ({ user }: PurchaseContext) => (user?.id ? lessErrors : errors),
    },
  } as never,
  reads: (context: PurchaseContext) => [
    purchaseDescriptor.reads(context),
    context.path === '/terms',
    (context.user?.credits?.balance ?? 0) > 0,
  ],
};

export const purchasePaths: BrowserChart = {
  chart: 'purchase',
  longest: 40,
  model: { ...model, inputs: { 'the home page': { path: '/' } } as never },
  allows: (step, { snapshot }) => {
    const { context, value } = snapshot as unknown as At['snapshot'];
    // the user comes from the cookies, which the page reads when the walk allows it
    if (context.user === null) return step.says === 'user.changed (a user without)';
    return (
      can[step.kind === 'event' ? step.event.type : '']?.(shopOf(value), context, step) ?? true
    );
  },
  // after each dialog the session reports the same user again
  noise: (id) => /^purchase\.watch \| user\.changed \| 2/.test(id),
  open: async (stage) => {
    await joinForReal(stage, 'seven hills');
    await holdActors(stage.context, ['session/restoreSession']);
    await openPage(stage, '/');
  },
  drivers: {
    'purchase.pressed': pressGet,
    'user.changed': async ({ page }) => {
      await passActor(page, 'session/restoreSession');
      await untilShown(page, accountMenu(page));
    },
    'dialog.answered': leave,
  },
  reaches: 'purchase.shop.buying',
  can: ({ says }) =>
    /^(user\.changed \(a user without|purchase\.pressed \(for nothing|findOpenOrders answers \(nothing|dialog\.answered \(nothing)/.test(
      says,
    ),
  looks: {
    'purchase.shop.idle': shop('idle'),
    'purchase.shop.buying': shop('buying'),
    'purchase.unpaid.none': (page) => ({ hidden: [note(page)] }),
    'purchase.unpaid.some': unseen(
      'a dialog about orders hides the note; open-orders.spec.ts looks at it',
    ),
    'purchase.watch.none': (page) => ({ hidden: [note(page)] }),
    'purchase.watch.asking': unseen('the note stays unchanged'),
    'purchase.watch.unasked': unseen('the note stays unchanged'),
  },
};
