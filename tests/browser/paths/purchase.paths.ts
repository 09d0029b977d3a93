import type { Locator, Page } from '@playwright/test';
import type { Order } from '../../../machines/model/order.ts';
import type { UserInfo } from '../../../machines/model/user.ts';
import { purchaseDescriptor } from '../../../machines/purchase/purchase.descriptor.ts';
import type { PurchaseContext } from '../../../machines/purchase/purchase.types.ts';
import { paidOrder, sampleOrder, samplePrices } from '../../../machines/testing/sample-prices.ts';
import { guest, newSession } from '../../../machines/testing/samples.ts';
import type { Step } from '../../../tools/paths/step.ts';
import { joinForReal } from './account.scene.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { answerOf } from './browser-walker.ts';
import { failActor, holdActors, passActor, scriptActor } from './held-actors.ts';
import type { Look } from './look.ts';
import { unseen } from './look.ts';
import {
  choosePhoto,
  closeDialog,
  openPage,
  press,
  quiet,
  reconnect,
  untilShown,
  words,
} from './scene.ts';
import { accountMenu, fillAddress, fillCode, sentCode, signInButton } from './sign-in.scene.ts';

/** Nothing is left of the day, so that every start lacks credits. */
const usedUp = {
  ...guest,
  allowance: { limit: 20, used: 20, resetsAt: '2027-01-02T00:00:00.000Z' },
};

const userIn = (says: string): UserInfo => {
  const allowance = usedUp.allowance;
  if (says.includes('guest')) return usedUp as UserInfo;
  const balance = says.includes('with credits') ? 30 : 0;
  return {
    ...{ ...newSession.user, allowance, credits: { balance, expiresNext: null } },
  } as UserInfo;
};

const dialog = (page: Page, kind: string): Locator => page.locator(`dialog[data-actor="${kind}"]`);

const check = (page: Page): Locator => dialog(page, 'orderCheck').or(dialog(page, 'dayOrderCheck'));

const note = (page: Page): Locator => page.locator('.shell-notes .open-order');

const studioButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: words('purchase.get'), exact: true });

/** The dialog of the shop that waits for an answer, if any. */
const shopOf = (value: unknown): string => String((value as { shop: unknown }).shop);

const answerIn = (step: Step): { kind?: string } | string | null =>
  step.kind === 'event' && step.event.type === 'dialog.answered' ? step.event.answer : null;

const isNewOrder = (answer: ReturnType<typeof answerIn>): boolean =>
  typeof answer === 'object' && answer !== null && answer.kind === undefined;

/** What the screen lets somebody do. */
const can: Readonly<
  Record<string, (shop: string, context: PurchaseContext, step: Step) => boolean>
> = {
  // in the menu of whoever is signed in; a guest finds it where a start lacks credits
  'purchase.pressed': (shop, { user, path }, step) =>
    (shop === 'idle' || shop === 'waiting') &&
    user !== null &&
    (step.says.includes('for a start')
      ? !user.id && path !== '/terms' && shop === 'idle'
      : Boolean(user.id)),
  'order.opened': (shop, { open }) => (shop === 'idle' || shop === 'waiting') && open !== null,
  'location.changed': (shop, { path }) => shop === 'idle' && path !== '/terms',
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
    // refused although there seemed to be enough
    const canStart = path !== '/terms' && (user?.credits?.balance ?? 0) > 0;
    return shop === 'idle' && answer === 'confirmed' && canStart;
  },
};

type At = { snapshot: { context: PurchaseContext; value: unknown } };

const allows = (step: Step, { snapshot: { context, value } }: At): boolean =>
  step.kind !== 'event' || (can[step.event.type]?.(shopOf(value), context, step) ?? true);

/** In the dialog that sells: the first offer, at the server that the walk plays. */
const order: Driver = async ({ page, layer }, step) => {
  const pay = dialog(page, 'checkout').locator('.checkout-foot .button--primary');
  await press(page, pay);
  const told = answerIn(step) as unknown as Order;
  const payment = { method: 'card', status: 'pending', reason: null, checkout: { kind: 'none' } };
  await layer.answer('createOrder', { obj: { ...told, payment } });
};

const checkNow = async ({ page, layer }: Stage, obj: Order): Promise<void> => {
  await untilShown(page, check(page));
  const button = check(page).getByRole('button', { name: words('orderCheck.check'), exact: true });
  if (!layer.isHeld('checkOrder')) await press(page, button);
  await layer.answer('checkOrder', { obj });
};

/** In the dialog about an order. */
const outcome: Driver = async (stage, step) => {
  const { page } = stage;
  const answer = answerIn(step) as { kind: string; order: Order };
  const isPaid = answer.kind === 'paid';
  const declined = {
    payment: { method: 'card', status: 'failed', reason: null, checkout: { kind: 'none' } },
  } as const;
  await checkNow(
    stage,
    isPaid
      ? paidOrder({ task: answer.order.task })
      : sampleOrder({ ...answer.order, ...declined, status: 'notPaid' }),
  );
  const id = isPaid ? 'orderCheck.goOn' : 'orderCheck.payAgain';
  await press(page, check(page).getByRole('button', { name: words(id), exact: true }));
};

const leave: Driver = async ({ page }) => {
  await untilShown(page, page.locator('dialog[open]'));
  await page.keyboard.press('Escape');
};

const refusedForCredits = async (stage: Stage): Promise<void> => {
  const { page, layer } = stage;
  await choosePhoto(stage);
  await press(page, page.getByRole('button', { name: words('studio.start') }));
  await layer.answer('requestUpload', { code: '51009' });
  const question = page.getByRole('dialog', { name: words('dialog.creditsNotEnough.title') });
  await press(page, question.getByRole('button', { name: words('purchase.get'), exact: true }));
};

const signInAs = async ({ page, layer }: Stage, user: UserInfo): Promise<void> => {
  if (!(await dialog(page, 'signIn').isVisible())) await press(page, signInButton(page));
  await fillAddress(page);
  await layer.answer('sendCode', sentCode);
  await fillCode(page);
  await layer.answer('signIn', { obj: { ...newSession, user } });
  await untilShown(page, accountMenu(page));
};

const openMenu = async (page: Page): Promise<void> => {
  if (await accountMenu(page).getByRole('button').first().isVisible()) return;
  await press(page, accountMenu(page).locator('summary'));
};

const pressGet: Driver = async (stage, step) => {
  const { page } = stage;
  if (step.says.includes('for a start')) {
    await choosePhoto(stage);
    await press(page, studioButton(page));
    return;
  }
  await openMenu(page);
  await press(page, accountMenu(page).getByRole('button', { name: words('purchase.get') }));
};

/** Somebody signs in, or out; the first answer of the server says who is here. */
const become: Driver = async (stage, step) => {
  const { page, layer } = stage;
  const user = userIn(step.says);
  const answer = { obj: user };
  if (layer.isHeld('refreshUser')) {
    await layer.answer('refreshUser', answer);
    layer.background('refreshUser', answer);
    return;
  }
  layer.background('refreshUser', answer);
  if (user.id) {
    await signInAs(stage, user);
    return;
  }
  await openMenu(page);
  await press(page, accountMenu(page).getByRole('button', { name: words('nav.signOut') }));
  await untilShown(page, signInButton(page));
};

/** A start that goes on covers the page: the server turns it away. */
const endStart: Driver = async (stage, step, next) => {
  const { page, layer } = stage;
  const isWaiting =
    (await dialog(page, 'signIn').isVisible()) && (await studioButton(page).isVisible());
  await become(stage, step, next);
  if (!isWaiting || !step.says.includes('with credits')) return;
  await layer.answer('requestUpload', { code: 'daily_limit' });
  await press(page, page.getByRole('button', { name: words('problem.another') }));
};

const answerHere: Driver = async ({ page }, step) => {
  const name = 'purchase/waitUntil';
  if (step.kind === 'done') await scriptActor(page, name, { output: null });
  else await failActor(page, name, { reason: 'unexpected' });
};

const goOn: Driver = async (stage, step, next) => {
  const answer = answerIn(step);
  if (answer === 'confirmed') await refusedForCredits(stage);
  else if (answer === 'cancelled') await leave(stage, step, next);
  else if (isNewOrder(answer)) await order(stage, step, next);
  else await outcome(stage, step, next);
};

const shops = ['idle', 'signingIn', 'buying', 'checking'] as const;

/** The dialog that a state of the shop asks for, and none of the others. */
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

const noted = (page: Page, { value }: { value: unknown }): Look => {
  const isShown = ['idle', 'waiting'].includes(shopOf(value));
  const button = note(page).getByRole('button', { name: words('orderCheck.note.open') });
  if (!isShown) return { hidden: [button] };
  return { shown: [button], hidden: [check(page)] };
};

const errors = purchaseDescriptor.actors?.loadOrder?.error as Readonly<Record<string, unknown>>;
const { 'sign in first': _signIn, ...lessErrors } = errors;

/** What the screen offers depends on the page, and on what there is. */
const model = {
  ...purchaseDescriptor,
  actors: {
    ...purchaseDescriptor.actors,
    loadOrder: {
      ...purchaseDescriptor.actors?.loadOrder,
      // a session that ends takes its user along
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
  model,
  allows,
  // the session tells of the same user again after each dialog
  noise: (id) => /^purchase\.watch \| user\.changed \| 2/.test(id),
  open: async (stage, { start }) => {
    const { refreshUser: _, findOpenOrder: __, ...background } = quiet;
    await holdActors(stage.context, ['purchase/waitUntil']);
    const path = start.says.includes('an order') ? '/?order=LW-ABCD-2345' : '/';
    await openPage(stage, path, { ...background, loadPrices: { obj: samplePrices } });
  },
  drivers: {
    'purchase.pressed': pressGet,
    'order.opened': ({ page }) =>
      press(page, note(page).getByRole('button', { name: words('orderCheck.note.open') })),
    'location.changed': ({ page }) =>
      press(page, page.getByRole('link', { name: words('footer.terms') })),
    'signIn.declined': async ({ page }) => {
      await page.clock.runFor(400);
      if (!(await dialog(page, 'signIn').isVisible())) await press(page, signInButton(page));
      await closeDialog(page);
    },
    'user.changed': endStart,
    'connection.restored': reconnect,
    'dialog.answered': goOn,
    'loadOrder answers': ({ layer }, step) =>
      layer.answer('loadOrder', { obj: step.kind === 'done' ? step.output : null }),
    'loadOrder fails': ({ layer }, step) => layer.answer('loadOrder', answerOf(step)),
    'findOpenOrder answers': ({ layer }, step) => {
      const orders = step.kind === 'done' && step.output ? [step.output] : [];
      return layer.answer('findOpenOrder', { obj: { orders, nextCursor: null } });
    },
    'findOpenOrder fails': ({ layer }, step) => layer.answer('findOpenOrder', answerOf(step)),
    'waitUntil answers': answerHere,
    'waitUntil fails': answerHere,
  },
  real: {
    reaches: 'purchase.shop.buying',
    can: ({ says }) =>
      /^(user\.changed \(a user without|purchase\.pressed \(for nothing|findOpenOrder answers \(nothing|dialog\.answered \(nothing)/.test(
        says,
      ),
    model: { ...model, inputs: { 'the home page': { path: '/' } } as never },
    allows: (step, { snapshot }) => {
      const { context, value } = snapshot as unknown as At['snapshot'];
      // the cookies say it, which wait until the walk lets the page read them
      if (context.user === null) return step.says === 'user.changed (a user without)';
      return (
        can[step.kind === 'event' ? step.event.type : '']?.(shopOf(value), context, step) ?? true
      );
    },
    open: async (stage) => {
      const { findOpenOrder: _, ...background } = quiet;
      await joinForReal(stage, 'seven hills');
      await holdActors(stage.context, ['session/restoreSession']);
      await openPage(stage, '/', { ...background, loadPrices: { obj: samplePrices } });
    },
    drivers: {
      'user.changed': async ({ page }) => {
        await passActor(page, 'session/restoreSession');
        await untilShown(page, accountMenu(page));
      },
    },
  },
  looks: {
    'purchase.shop.idle': shop('idle'),
    'purchase.shop.signingIn': shop('signingIn'),
    'purchase.shop.buying': shop('buying'),
    'purchase.shop.checking': shop('checking'),
    'purchase.shop.looking': unseen('the dialog opens once the order is known'),
    'purchase.shop.waiting': unseen('a toast, or the sign-in dialog, says why'),
    'purchase.watch.none': (page) => ({ hidden: [note(page)] }),
    'purchase.watch.asking': unseen('the note stays as it was'),
    'purchase.watch.unasked': unseen('the note stays as it was'),
    'purchase.watch.waiting': noted,
  },
};
