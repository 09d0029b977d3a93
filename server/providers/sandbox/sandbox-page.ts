import { readFile } from 'node:fs/promises';
import { createIntl } from '@formatjs/intl';
import type english from '../../../locales/en/sandbox.json';
import { type Locale, locales } from '../../../machines/model/locale.ts';
import { formatMoney, isCurrency } from '../../../machines/model/money.ts';
import { methodOf } from '../../platform/config/methods.ts';
import { escapeHtml, htmlPage } from '../../platform/http/html.ts';
import type { Checkout } from '../provider.port.ts';
import type { Charge } from './sandbox.store.ts';
import { type MessageMode, messageModes, type Outcome, outcomes } from './sandbox.ts';

/* Payment pages like those of a real provider. They are designed for phones and have no scripts. */

type Word = keyof typeof english;
type Say = (id: Word, values?: Record<string, string>) => string;

const folder = new URL('../../../locales/', import.meta.url);

/** Loads the texts of the pages, once. */
export async function loadSandboxWords(product: string): Promise<Record<Locale, Say>> {
  const entries = locales.map(async (locale) => {
    const text = await readFile(new URL(`${locale}/sandbox.json`, folder), 'utf8');
    const intl = createIntl({
      locale,
      messages: JSON.parse(text) as Record<string, string>,
      onError: (error) => {
        throw error;
      },
    });
    const say: Say = (id, values) => intl.formatMessage({ id }, { product, ...values });
    return [locale, say] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<Locale, Say>;
}

const style = `
:root{color-scheme:light dark;--ink:light-dark(#1c1926,#f5f0e9);--soft:light-dark(#5a5566,#bdb6c6);--line:light-dark(#ddd5c8,#37324a);--card:light-dark(#fff,#1b1827);--accent:light-dark(#a83c17,#ffb185);--on:light-dark(#fff,#2a1208)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:light-dark(#f4efe7,#121019);color:var(--ink);font:17px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:440px;margin:0 auto;padding:24px 16px 40px}
.card{background:var(--card);border:1px solid var(--line);border-radius:20px;padding:22px}
h1{margin:0 0 4px;font-size:22px;line-height:1.25}
.amount{margin:6px 0 2px;font-size:34px;font-weight:700;font-variant-numeric:tabular-nums}
p{margin:0 0 14px;color:var(--soft)}
.note{margin:0 0 14px;padding:8px 12px;border-radius:10px;border:1px dashed var(--line);font-size:14px}
label{display:block;margin:0 0 12px;font-size:14px;color:var(--soft)}
input,select{display:block;width:100%;min-height:48px;margin-top:4px;padding:10px 12px;border:1px solid var(--line);border-radius:12px;background:transparent;color:var(--ink);font:inherit}
option{color:#1c1926;background:#fff}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
button,.button{display:block;width:100%;min-height:52px;margin-top:10px;padding:12px 16px;border:0;border-radius:14px;background:var(--accent);color:var(--on);font:inherit;font-weight:650;text-align:center;text-decoration:none;cursor:pointer}
button.quiet,.button.quiet{background:transparent;color:var(--ink);border:1px solid var(--line);font-weight:500}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
img{display:block;width:220px;height:220px;margin:4px auto 14px;padding:10px;border-radius:14px;background:#fff}
details{margin-top:18px;font-size:15px}summary{min-height:44px;padding:10px 0;cursor:pointer;color:var(--soft)}
`;

const page = htmlPage(style, "form-action 'self'");

/** Policy of the pages. It allows only the style, the QR code and the form of the page itself. */
export const sandboxPolicy = page.policy;

export type Choice = { outcome: Outcome; messages: MessageMode; step: 'pay' | 'confirm' };

type View = { choice: Choice; locale: Locale; say: Say; checkout: Checkout };

function moneyOf({ amount, currency }: Charge, locale: Locale): string {
  return isCurrency(currency) ? formatMoney({ amount, currency }, locale) : `${amount} ${currency}`;
}

const options = <Value extends string>(
  values: readonly Value[],
  chosen: Value,
  words: (value: Value) => string,
) =>
  values
    .map((value) => {
      const isChosen = value === chosen ? ' selected' : '';
      return `<option value="${value}"${isChosen}>${escapeHtml(words(value))}</option>`;
    })
    .join('');

/** Returns the controls for testers: the outcome of this payment, and its messages. */
function switches({ choice, say }: View): string {
  const open = choice.outcome !== 'success' || choice.messages !== 'onTime' ? ' open' : '';
  return `<details${open}><summary>${escapeHtml(say('switches.title'))}</summary>
<label>${escapeHtml(say('outcome.label'))}<select name="outcome">${options(outcomes, choice.outcome, (value) => say(`outcome.${value}`))}</select></label>
<label>${escapeHtml(say('messages.label'))}<select name="messages">${options(messageModes, choice.messages, (value) => say(`messages.${value}`))}</select></label>
</details>`;
}

const press = (label: string, more = '') => `<button${more}>${escapeHtml(label)}</button>`;
const choose = (outcome: Outcome, label: string) =>
  press(label, ` name="outcome" value="${outcome}" class="quiet"`);

/**
 * Returns a form. Its fields come before its switches, because the last of two values with the same
 * name is used.
 */
const formOf = (view: View, fields: string, buttons: string) =>
  `<form method="post">${fields}${switches(view)}${buttons}</form>`;

function cardForm(view: View, amount: string): string {
  const { say } = view;
  const field = (name: string, label: string, value: string, autocomplete: string) =>
    `<label>${escapeHtml(label)}<input name="${name}" value="${value}" inputmode="numeric" autocomplete="${autocomplete}"></label>`;
  const fields = `${field('number', say('card.number'), '4242 4242 4242 4242', 'off')}<div class="pair">${field('expiry', say('card.expiry'), '12 / 34', 'off')}${field('code', say('card.code'), '123', 'off')}</div>`;
  return formOf(
    view,
    fields,
    press(say('page.pay', { amount })) + choose('left', say('page.leave')),
  );
}

/** Returns the form on which the card's bank asks the card holder to confirm (3-D Secure). */
function confirmForm({ choice, say }: View, amount: string, item: string): string {
  const hidden = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${value}">`;
  return `<h1>${escapeHtml(say('confirm.title'))}</h1><p>${escapeHtml(say('confirm.text', { amount, item }))}</p>
<form method="post">${hidden('step', 'confirm')}${hidden('messages', choice.messages)}${press(say('confirm.yes'), ` name="outcome" value="${choice.outcome}"`)}${choose('declined', say('confirm.no'))}</form>`;
}

function formFor(charge: Charge, view: View, amount: string): string {
  const { say, checkout, choice } = view;
  const { family, name: method } = methodOf(charge.method);
  const leave = choose('left', say('page.leave'));
  const text = (words: string) => `<p>${escapeHtml(words)}</p>`;
  switch (family) {
    case 'card':
      return cardForm(view, amount);
    case 'wallet':
      return formOf(
        view,
        text(say('wallet.text', { method, amount })),
        press(say('page.pay', { amount })) + leave,
      );
    case 'upi': {
      const data = checkout.kind === 'qr' ? checkout.data : '';
      const image = checkout.kind === 'qr' ? checkout.image : '';
      const code = `<img src="${escapeHtml(new URL(image).pathname)}" alt="${escapeHtml(say('upi.code'))}">`;
      const open = `<a class="button quiet" href="${escapeHtml(data)}">${escapeHtml(say('upi.open'))}</a>`;
      return formOf(view, text(say('upi.text')) + code + open, press(say('upi.paid')) + leave);
    }
    case 'bank': {
      const pending =
        choice.outcome === 'success' ? ({ ...choice, outcome: 'pending' } as const) : choice;
      const fields = text(say('bank.text', { method, amount }));
      return formOf({ ...view, choice: pending }, fields, press(say('bank.paid')) + leave);
    }
  }
}

function titleOf({ method }: Charge, say: Say): string {
  const { family, name } = methodOf(method);
  return family === 'card' ? say('page.byCard') : say('page.title', { method: name });
}

const ended = ({ returnUrl }: Charge, { say }: View) =>
  `<h1>${escapeHtml(say('ended.title'))}</h1><p>${escapeHtml(say('ended.text'))}</p><a class="button" href="${escapeHtml(returnUrl)}">${escapeHtml(say('ended.back'))}</a>`;

function bodyOf(charge: Charge, view: View): string {
  const amount = moneyOf(charge, view.locale);
  if (charge.status !== 'awaiting') return ended(charge, view);
  if (view.choice.step === 'confirm') return confirmForm(view, amount, charge.description);
  const title = titleOf(charge, view.say);
  return `<h1>${escapeHtml(title)}</h1><div class="amount">${escapeHtml(amount)}</div><p>${escapeHtml(charge.description)}</p>${formFor(charge, view, amount)}`;
}

/** Returns the page of a charge, depending on its status. */
export function payPage(charge: Charge, view: View): string {
  const title = titleOf(charge, view.say);
  const body = `<main>
<p class="note">${escapeHtml(view.say('page.playMoney'))}</p>
<div class="card" data-status="${charge.status}" data-family="${methodOf(charge.method).family}">${bodyOf(charge, view)}</div>
</main>`;
  return page.render({ lang: view.locale, title, body });
}
