import { durationUnit } from '../../machines/model/duration.ts';
import { formatMoney, isCurrency } from '../../machines/model/money.ts';
import {
  button,
  type Contents,
  codeBlocks,
  grouped,
  note,
  pageOf,
  quote,
  type Site,
  text,
} from './mail-blocks.ts';
import type { Say } from './mail-words.ts';
import type { MailValues } from './mailer.port.ts';

/**
 * Returns the URL of the page with all subscriptions, with this order selected. The order number
 * alone gives no access.
 */
const planPage = (site: Site, order: string) =>
  `${pageOf(site, '/manage-membership-plan')}#order=${order}`;

const money = ({ locale }: Site, { amount, currency }: { amount: number; currency: string }) =>
  isCurrency(currency) ? formatMoney({ amount, currency }, locale) : `${amount} ${currency}`;

const percent = ({ locale }: Site, basisPoints: number) =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );

function itemOf(
  say: Say,
  { productKind, credits, duration: count = 1, durationUnit: code }: MailValues['receipt'],
): string {
  if (productKind === 'plan') {
    const unit = durationUnit(code) ?? 'other';
    // If the count is 1, the text has only the unit. Otherwise it has count and unit (R48).
    if (count === 1) return say('product.plan', { credits, unit });
    return say('product.planOf', { credits, unit, count });
  }
  return say(`product.${productKind}`, { credits });
}

/** Returns the lines of a receipt. */
function receiptLines(values: MailValues['receipt'], say: Say, site: Site): string {
  const { currency, tax, taxBasisPoints, taxName: name, receiptNumber: number } = values;
  const lines = [
    say('receipt.number', { number }),
    say('receipt.order', { order: values.order }),
    say('receipt.date', { date: new Date(values.paidAt) }),
    say('receipt.item', { item: itemOf(say, values) }),
    say('receipt.method', { method: values.method ?? say('receipt.card') }),
    say('receipt.total', { total: money(site, values) }),
    taxBasisPoints > 0
      ? say('receipt.tax', {
          rate: percent(site, taxBasisPoints),
          name,
          tax: money(site, { amount: tax, currency }),
        })
      : say('receipt.noTax'),
    say('receipt.seller'),
  ];
  return lines.join('\n');
}

function receiptTerms(values: MailValues['receipt'], say: Say, site: Site) {
  const { renewal, withdrawableUntil, currency, order } = values;
  const renews =
    renewal &&
    say('receipt.renews', {
      at: new Date(renewal.at),
      amount: money(site, { amount: renewal.amount, currency }),
    });
  const terms = [text(renews ?? say('receipt.notRenews'))];
  if (withdrawableUntil) {
    terms.push(text(say('receipt.withdraw', { until: new Date(withdrawableUntil), order })));
  }
  return terms;
}

export const moneyMails = {
  orderCode: ({ code, order }, say) => ({
    subject: say('orderCode.subject', { code: grouped(code), order }),
    preheader: say('orderCode.preheader'),
    title: say('orderCode.title', { order }),
    blocks: [text(say('orderCode.text')), ...codeBlocks(say, code), note(say('orderCode.ignore'))],
    reason: say('footer.bought'),
  }),
  receipt: (values, say, site) => ({
    subject: say('receipt.subject', { number: values.receiptNumber }),
    preheader: say('receipt.preheader', { total: money(site, values), item: itemOf(say, values) }),
    title: say('receipt.title'),
    blocks: [
      text(say(values.isLate ? 'receipt.late' : 'receipt.text')),
      quote(receiptLines(values, say, site)),
      ...receiptTerms(values, say, site),
      note(say('receipt.terms')),
      button(say('receipt.button'), planPage(site, values.order)),
    ],
    reason: say('footer.bought'),
  }),
  refund: ({ order, reason, ...paid }, say, site) => {
    const amount = money(site, paid);
    return {
      subject: say('refund.subject', { amount }),
      preheader: say('refund.preheader'),
      title: say('refund.title', { amount }),
      blocks: [
        text(say('refund.text', { amount, order })),
        text(say(`refund.${reason === 'withdrawal' ? 'operator' : reason}`)),
        note(say('refund.arrives')),
      ],
      reason: say('footer.bought'),
    };
  },
  renewalFailed: ({ order, nextTryAt, ...due }, say, site) => {
    const amount = money(site, due);
    const next = nextTryAt
      ? [
          text(say('renewalFailed.retry', { at: new Date(nextTryAt) })),
          text(say('renewalFailed.stop')),
        ]
      : [text(say('renewalFailed.over'))];
    return {
      subject: say('renewalFailed.subject', { nextTryAt: nextTryAt ? 'later' : 'none' }),
      preheader: say('renewalFailed.preheader', { amount }),
      title: say('renewalFailed.title'),
      blocks: [
        text(say('renewalFailed.text', { amount, order })),
        ...next,
        button(say('renewalFailed.button'), planPage(site, order)),
      ],
      reason: say('footer.bought'),
    };
  },
  planCancelled: ({ order, credits, receivedAt, ...plan }, say, site) => {
    const endsAt = new Date(plan.endsAt);
    return {
      subject: say('planCancelled.subject'),
      preheader: say('planCancelled.preheader', { endsAt }),
      title: say('planCancelled.title'),
      blocks: [
        text(say('planCancelled.text', { order, endsAt })),
        text(say('planCancelled.received', { at: new Date(receivedAt) })),
        text(say('planCancelled.credits', { credits })),
        button(say('planCancelled.button'), planPage(site, order)),
      ],
      reason: say('footer.bought'),
    };
  },
  withdrawn: ({ order, credits, receivedAt, ...back }, say, site) => {
    const amount = money(site, back);
    return {
      subject: say('withdrawn.subject', { order }),
      preheader: say('withdrawn.preheader', { amount }),
      title: say('withdrawn.title'),
      blocks: [
        text(say('withdrawn.text', { order, amount })),
        text(say('withdrawn.received', { at: new Date(receivedAt) })),
        text(say('withdrawn.credits', { credits })),
        note(say('withdrawn.arrives')),
      ],
      reason: say('footer.bought'),
    };
  },
} satisfies Partial<Contents>;
