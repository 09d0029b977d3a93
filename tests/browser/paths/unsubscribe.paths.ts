import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { unsubscribeDescriptor } from '../../../machines/unsubscribe/spec/unsubscribe.descriptor.ts';
import type { UnsubscribeContext } from '../../../machines/unsubscribe/unsubscribe.types.ts';
import { createUnsubscribeLinks } from '../../../server/mail/unsubscribe.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import { productSecret } from '../product-secret.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { type Look, oneOf } from './look.ts';
import { openPage, press, untilShown, words } from './scene.ts';

const form = (page: Page): Locator => page.locator('[data-actor="unsubscribe"]');
const button = (page: Page, id: MessageId): Locator =>
  form(page).getByRole('button', { name: words(id), exact: true });
const text = (page: Page, id: MessageId): Locator =>
  form(page).getByText(words(id), { exact: true });

/** Finds the alternative contents of the form, of which exactly one is shown. */
const about = oneOf((page: Page) => ({
  withoutLink: text(page, 'mailChoice.withoutLink'),
  looking: text(page, 'unsubscribe.looking'),
  invalid: text(page, 'unsubscribe.invalid.title'),
  failed: text(page, 'unsubscribe.failed'),
  subscribed: button(page, 'unsubscribe.action'),
  unsubscribing: button(page, 'unsubscribe.sending'),
  unsubscribed: button(page, 'unsubscribe.undo'),
  resubscribing: button(page, 'unsubscribe.undoing'),
}));

/** Finds a button that is visible and still blocked. */
const isResting = (page: Page, id: MessageId): Locator =>
  button(page, id).and(page.locator('[aria-disabled="true"]'));

/**
 * Returns the look of a stored choice: the recipient's address, and why the last press had no
 * effect.
 */
const settled =
  (what: 'subscribed' | 'unsubscribed', id: MessageId) =>
  (page: Page, { context }: Expectation): Look => {
    const { address, failure } = context as UnsubscribeContext;
    const { shown, hidden } = about(what)(page);
    const why = text(page, 'failure.offline');
    const whose = form(page).getByText(address ?? '', { exact: true });
    return {
      shown: [...shown, whose, ...(failure ? [why] : [])],
      hidden: [...hidden, isResting(page, id), ...(failure ? [] : [why])],
    };
  };

const open = async (stage: Stage, path: string): Promise<void> => {
  await openPage(stage, path);
  await untilShown(stage.page, form(stage.page));
};

/**
 * Returns an unsubscribe link with the server's signature, for an address that is still subscribed.
 */
const signedLink = (): string => {
  const link = createUnsubscribeLinks({ secret: productSecret, publicUrl: 'http://product' });
  const { pathname, search } = new URL(link(`a${randomUUID()}@example.com`, 'en').page);
  return `${pathname}${search}`;
};

export const unsubscribePaths: BrowserChart = {
  chart: 'unsubscribe',
  model: unsubscribeDescriptor,
  open: (stage, { start }) => open(stage, start.says === 'a link' ? signedLink() : '/unsubscribe'),
  drivers: {
    'look.retried': ({ page }) => press(page, button(page, 'failure.retry')),
    'unsubscribe.pressed': ({ page }) => press(page, button(page, 'unsubscribe.action')),
    'undo.pressed': ({ page }) => press(page, button(page, 'unsubscribe.undo')),
  },
  reaches: 'unsubscribe.unsubscribed.settled',
  can: (step) =>
    step.kind === 'time' ||
    /^((unsubscribe|undo)\.pressed|look\.retried|readMailChoice answers \(mail is|chooseMail answers)/.test(
      step.says,
    ),
  looks: {
    'unsubscribe.looking': about('looking'),
    'unsubscribe.failed': about('failed', (page) => [
      button(page, 'failure.retry'),
      text(page, 'failure.offline'),
    ]),
    'unsubscribe.subscribed.settling': about('subscribed', (page) => [
      isResting(page, 'unsubscribe.action'),
    ]),
    'unsubscribe.subscribed.settled': settled('subscribed', 'unsubscribe.action'),
    'unsubscribe.unsubscribing': about('unsubscribing'),
    'unsubscribe.unsubscribed.settling': about('unsubscribed', (page) => [
      isResting(page, 'unsubscribe.undo'),
    ]),
    'unsubscribe.unsubscribed.settled': settled('unsubscribed', 'unsubscribe.undo'),
    'unsubscribe.resubscribing': about('resubscribing'),
  },
};
