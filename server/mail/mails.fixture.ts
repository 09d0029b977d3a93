import type { Mail, MailKind, MailValues } from './mailer.port.ts';

/** Sample values for each kind of mail. */
export const sampleValues: MailValues = {
  signInCode: { code: '482913', link: 'https://lightwell.example/#direct=Gq3V0nZt7yHcK1uJm4Xb' },
  resetCode: { code: '305577' },
  resetUnknown: {},
  changeEmailCode: { code: '914206' },
  deleteCode: { code: '660148' },
  passwordChanged: {},
  emailChanged: { to: 'new.address@example.org' },
  accountDeleted: {},
  exportReady: { link: 'https://lightwell.example/files/export.zip?signature=9f2c41d7e5a8' },
  contactMessage: {
    from: 'mia@example.org',
    name: 'Mia Sommer',
    text: 'Hello!\nMy photo stays grey <after> upscaling & I do not know why.\n\nSee https://example.org/photo.',
  },
  contactReceipt: {
    text: 'Hello!\nMy photo stays grey <after> upscaling & I do not know why.\n\nSee https://example.org/photo.',
  },
  orderCode: { code: '271828', order: 'LW-7K2M-QX4T' },
  receipt: {
    order: 'LW-7K2M-QX4T',
    receiptNumber: 'LW-2026-0000042',
    productKind: 'plan',
    credits: 600,
    duration: 1,
    durationUnit: 4,
    amount: 1299,
    currency: 'EUR',
    tax: 207,
    taxBasisPoints: 1900,
    taxName: 'USt.',
    reason: 'purchase',
    method: 'PayPal',
    paidAt: '2026-11-23T10:00:00.000Z',
    isLate: false,
    renewal: { amount: 1299, at: '2026-12-23T10:00:00.000Z' },
    withdrawableUntil: '2026-12-07T10:00:00.000Z',
  },
  refund: { order: 'LW-7K2M-QX4T', amount: 1400, currency: 'JPY', reason: 'paidTwice' },
  renewalFailed: {
    order: 'LW-7K2M-QX4T',
    amount: 1299,
    currency: 'EUR',
    nextTryAt: '2026-12-24T10:00:00.000Z',
  },
  planCancelled: {
    order: 'LW-7K2M-QX4T',
    receivedAt: '2026-12-01T08:05:00.000Z',
    endsAt: '2026-12-23T10:00:00.000Z',
    credits: 412,
  },
  withdrawn: {
    order: 'LW-7K2M-QX4T',
    receivedAt: '2026-12-01T08:05:00.000Z',
    amount: 892,
    currency: 'EUR',
    credits: 412,
  },
  retentionReminder: { count: 3, date: '2026-12-24T00:00:00.000Z' },
};

export const sampleKinds = Object.keys(sampleValues) as MailKind[];

let causes = 0;

/** Returns a mail of this kind with its own cause. */
export function sampleMail<Kind extends MailKind>(
  kind: Kind,
  change: Partial<Mail<Kind>> = {},
): Mail<Kind> {
  causes += 1;
  return {
    cause: `test:${causes}`,
    to: 'visitor@example.org',
    locale: 'en',
    kind,
    values: sampleValues[kind],
    ...change,
  };
}

export const testSender = {
  product: 'Lightwell',
  company: 'Example Company',
  address: '1 Example Street, 12345 Example City',
  email: 'support@lightwell.example',
};
