import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { type Order, orderList } from '../../contract/order.ts';
import { type Subscription, subscription } from '../../contract/subscription.ts';
import type { KeptSession } from '../../machines/model/user.ts';
import { startByIntent } from './intent.ts';
import { keepSession, newAccount } from './new-account.ts';
import { mailTo } from './outbox.ts';
import { type Language, type MessageId, mailWordsOf, wordsOf } from './words.ts';

type Pressed = { product: string; renews?: boolean };

const literally = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** A user who buys on the real pages and pays with the sandbox's play money. */
export class Buyer {
  readonly page: Page;
  readonly session: KeptSession;
  readonly locale: Language;
  readonly words: ReturnType<typeof wordsOf>;
  readonly mailWords: ReturnType<typeof mailWordsOf>;
  private readonly product: string;

  private constructor(page: Page, session: KeptSession, locale: Language, product: string) {
    this.page = page;
    this.session = session;
    this.locale = locale;
    this.words = wordsOf(locale);
    this.mailWords = mailWordsOf(locale);
    this.product = product;
  }

  static async arrive(
    { page, context }: { page: Page; context: BrowserContext },
    { product, locale = 'en' }: { product: string; locale?: Language },
  ): Promise<Buyer> {
    const session = await newAccount(product, 'seven quiet hills', locale);
    await keepSession(context, session, product);
    return new Buyer(page, session, locale, product);
  }

  /** Returns the same buyer on a page of another browser, without a session. */
  inBrowserOf(page: Page): Buyer {
    return new Buyer(page, this.session, this.locale, this.product);
  }

  get address(): string {
    return this.session.user.email ?? '';
  }

  /** Opens a page and waits until its charts run. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.locale === 'en' ? path : `/${this.locale}${path}`);
    await startByIntent(this.page);
  }

  dialog(chart: 'checkout' | 'cancellation' | 'orderCheck'): Locator {
    const names = chart === 'orderCheck' ? ['orderCheck', 'dayOrderCheck'] : [chart];
    return this.page.locator(names.map((one) => `dialog[data-actor="${one}"]`).join(', '));
  }

  press(within: Page | Locator, id: MessageId): Promise<void> {
    return within.getByRole('button', { name: this.words(id), exact: true }).click();
  }

  /** Opens a folded section of the page. */
  unfold(id: MessageId): Promise<void> {
    return this.page
      .getByRole('main')
      .getByRole('heading', { name: this.words(id), exact: true })
      .click();
  }

  /** Goes from the account page to the payment page of this order. */
  async order({ product, renews = false }: Pressed): Promise<void> {
    const { page } = this;
    await this.open('/account');
    await this.press(page.getByRole('main'), 'purchase.get');
    const sale = this.dialog('checkout');
    const offer = sale.locator(`input[name="product"][value="${product}"]`);
    await expect(offer).toBeAttached();
    if (!(await offer.isVisible())) await sale.locator('.checkout-more > summary').click();
    await offer.press(' ');
    const renewal = sale.getByRole('switch', { name: this.words('checkout.renewal') });
    if (renews) await renewal.setChecked(true);
    await this.agree(renews);
  }

  /** Goes from the open checkout to the payment page. */
  private async agree(renews: boolean): Promise<void> {
    const sale = this.dialog('checkout');
    const pay = sale.locator('.checkout-foot .button--primary');
    await pay.click();
    if (this.locale === 'ja' || renews) {
      await expect(sale.getByText(this.words('checkout.review.lead'))).toBeVisible();
      await pay.click();
    }
    await this.page.waitForURL('**/sandbox/pay/**');
  }

  /** Pays by card, makes the sandbox report this outcome, and returns to the product. */
  async pay(outcome = 'success'): Promise<void> {
    const { page } = this;
    if (outcome !== 'success') {
      await page.locator('details:not([open]) summary').click();
      await page.locator('select[name=outcome]').selectOption(outcome);
    }
    await page.locator('form button').first().click();
    await expect(page.locator('input[name=step][value=confirm]')).toBeAttached();
    await page.locator('form button').first().click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sandbox/'));
    await startByIntent(page);
  }

  /** Buys a product, and closes the dialog that shows that it is paid. */
  async buy(pressed: Pressed): Promise<Order> {
    await this.order(pressed);
    return await this.payToTheEnd();
  }

  /** Buys the product that is selected in the checkout. A plan is bought with auto-renewal. */
  async buyWithRenewal(product: string): Promise<Order> {
    const sale = this.dialog('checkout');
    await expect(sale.locator(`input[name="product"][value="${product}"]`)).toBeChecked();
    await expect(sale.getByRole('switch', { name: this.words('checkout.renewal') })).toBeChecked();
    await this.agree(true);
    return await this.payToTheEnd();
  }

  private async payToTheEnd(): Promise<Order> {
    await this.pay();
    const paid = this.dialog('orderCheck');
    await expect(
      paid.getByRole('heading', { name: this.words('orderCheck.title.paid') }),
    ).toBeVisible();
    await this.press(paid, 'orderCheck.goOn');
    await expect(paid).toBeHidden();
    const order = (await this.orders()).find(({ success }) => success);
    if (!order) throw new Error('Expected a paid order.');
    return order;
  }

  /** Confirms the last step of a cancellation or a withdrawal. */
  async leave(kind: 'cancel' | 'withdraw'): Promise<void> {
    const dialog = this.dialog('cancellation');
    await this.press(dialog, `cancellation.${kind}.confirm`);
    await expect(
      dialog.getByRole('heading', { name: this.words(`cancellation.${kind}.done`) }),
    ).toBeVisible();
    await expect(dialog.getByText(this.words('cancellation.told.mail'))).toBeVisible();
    await this.press(dialog, 'cancellation.told.close');
    await expect(dialog).toBeHidden();
  }

  private async ask(path: string): Promise<unknown> {
    const headers = { token: this.session.token };
    const answer = await fetch(new URL(path, this.product), { headers });
    const { success, obj } = (await answer.json()) as { success: string; obj: unknown };
    expect(success).toBe('1');
    return obj;
  }

  /** Returns the buyer's orders from the server: open orders first, then the newest. */
  async orders(): Promise<Order[]> {
    return orderList.parse(await this.ask('/v1/order')).orders;
  }

  async plan(): Promise<Subscription> {
    return subscription.parse(await this.ask('/v1/user-subscription'));
  }

  /**
   * Returns the newest mail whose subject is this text of locales/…/mails.json, filled with
   * `values`.
   */
  mail(
    id: Parameters<Buyer['mailWords']>[0],
    values: Parameters<Buyer['mailWords']>[1] = {},
  ): ReturnType<typeof mailTo> {
    const subject = literally(this.mailWords(id, { code: '#', ...values })).source;
    return mailTo(this.product, this.address, new RegExp(subject.replace('#', '[\\d\\s]+')));
  }
}
