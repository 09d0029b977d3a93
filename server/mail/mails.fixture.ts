import type { Mail, MailKind, MailValues } from './mailer.port.ts';

/** A mail of each kind, as the product writes it. */
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
    ...{ from: 'mia@example.org', name: 'Mia Sommer' },
    text: 'Hello!\nMy photo stays grey <after> upscaling & I do not know why.\n\nSee https://example.org/photo.',
  },
  contactReceipt: {
    text: 'Hello!\nMy photo stays grey <after> upscaling & I do not know why.\n\nSee https://example.org/photo.',
  },
  retentionReminder: { count: 3, date: '2026-12-24T00:00:00.000Z' },
};

export const sampleKinds = Object.keys(sampleValues) as MailKind[];

let causes = 0;

/** A mail of that kind with a cause of its own. */
export function sampleMail<Kind extends MailKind>(
  kind: Kind,
  change: Partial<Mail<Kind>> = {},
): Mail<Kind> {
  causes += 1;
  return {
    ...{ cause: `test:${causes}`, to: 'visitor@example.org', locale: 'en', kind },
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
