import { beforeAll, expect, test } from 'vitest';
import { locales } from '../../machines/model/locale.ts';
import { retentionWords } from '../platform/config/retention-words.ts';
import { loadMailWords } from './mail-words.ts';
import type { Mail } from './mailer.port.ts';
import { sampleKinds, sampleMail, sampleValues, testSender } from './mails.fixture.ts';
import { createRenderer, type Message } from './render-mail.ts';
import { loadTerms } from './terms-files.ts';

let render: (mail: Mail) => Message;

const rendererFor = async (sender: typeof testSender) =>
  createRenderer({
    words: await loadMailWords(sender),
    sender,
    publicUrl: 'https://lightwell.example',
    from: { name: sender.product, address: 'hello@lightwell.example' },
    terms: await loadTerms(sender, {
      publicUrl: 'https://lightwell.example',
      retention: retentionWords(30),
    }),
    unsubscribeLinks: (address, locale) => ({
      page: `https://lightwell.example/${locale}/unsubscribe?token=${address}`,
      oneClick: `https://lightwell.example/unsubscribe?token=${address}`,
    }),
  });

beforeAll(async () => {
  render = await rendererFor(testSender);
});

const everyMail = locales.flatMap((locale) => sampleKinds.map((kind) => [locale, kind] as const));

test.each(everyMail)('%s %s is complete, in plain text and in HTML', (locale, kind) => {
  const { subject, text, html } = render(sampleMail(kind, { locale }));
  for (const part of [subject, text, html]) {
    expect(part).not.toMatch(/\{\w+[,}]|undefined|NaN|Invalid Date|\[object/);
    expect(part.trim()).not.toBe('');
  }
  // A list of mails on a phone shows only this part of a subject.
  expect(subject.length).toBeLessThan(75);
  expect(html).toContain(`<html lang="${locale}" dir="ltr">`);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('prefers-color-scheme:dark');
  // The mail to the support itself does not contain a contact address.
  expect(text.includes('support@lightwell.example')).toBe(kind !== 'contactMessage');
  expect(text).not.toContain('。 ');
  // Gmail shortens longer mails.
  expect(Buffer.byteLength(html)).toBeLessThan(20_000);
});

test.each(everyMail)('%s %s loads nothing and contains no tracking', (locale, kind) => {
  const { html } = render(sampleMail(kind, { locale }));
  expect(html).not.toMatch(/<(img|script|link|iframe|object|form|input|table|svg)\b/i);
  expect(html).not.toMatch(/\bsrc=|url\(|@import|@font-face/i);
});

test.each(everyMail)('%s %s never breaks the number of an order or a receipt', (locale, kind) => {
  const { html, text } = render(sampleMail(kind, { locale }));
  const body = html.slice(html.indexOf('<h1')).replaceAll(/<a .*?<\/a>/g, '');
  const breakable = body.replaceAll(/<span style="white-space:nowrap">LW-[\w-]+<\/span>/g, '');
  expect(breakable).not.toContain('LW-');
  // A copied number contains plain hyphens.
  expect(text).not.toContain('\u2011');
});

const codeKinds = [
  ...['signInCode', 'resetCode', 'changeEmailCode', 'deleteCode', 'orderCode'],
] as const;

test.each(locales.flatMap((locale) => codeKinds.map((kind) => [locale, kind] as const)))(
  '%s %s has its code in the subject and large in the body, once',
  (locale, kind) => {
    const { code } = sampleValues[kind];
    const shown = `${code.slice(0, 3)} ${code.slice(3)}`;
    const { subject, text, html } = render(sampleMail(kind, { locale }));
    expect(subject).toContain(shown);
    expect(subject.startsWith(shown)).toBe(true);
    expect(text.split(shown)).toHaveLength(2);
    const large = /<p class="code"[^>]*>(.*?)<\/p>/.exec(html)?.[1] ?? '';
    expect(large.replace(/<[^>]*>/g, '')).toBe(code);
  },
);

test('the subject of a code is a sentence for notifications', () => {
  const { subject } = render(sampleMail('signInCode'));
  expect(subject).toBe('482 913 is your Lightwell code');
});

test.each(['signInCode', 'exportReady'] as const)(
  'the link of %s is a button and is written out',
  (kind) => {
    const { link } = sampleValues[kind];
    const { text, html } = render(sampleMail(kind));
    expect(html.split(`href="${link}"`)).toHaveLength(3);
    expect(html).toContain(`>${link}</a>`);
    expect(text).toContain(`:\n${link}\n`);
  },
);

test.each([
  ['en', 'https://lightwell.example/record'],
  ['ja', 'https://lightwell.example/ja/record'],
] as const)('links of %s lead to pages in that language', (locale, url) => {
  expect(render(sampleMail('retentionReminder', { locale })).text).toContain(url);
});

test.each([
  ['en', 1, '1 photo will be deleted on December 24, 2026'],
  ['en', 3, '3 photos will be deleted starting December 24, 2026'],
  ['de', 1, '1 Foto wird am 24. Dezember 2026 gelöscht'],
  ['de', 3, '3 Fotos werden ab dem 24. Dezember 2026 gelöscht'],
  ['es', 3, 'Se borrarán 3 fotos a partir del 24 de diciembre de 2026'],
  ['fr', 3, '3 photos seront supprimées à partir du 24 décembre 2026'],
  ['it', 3, '3 foto in scadenza, le prime: 24 dicembre 2026'],
  ['ja', 1, '2026年12月24日に写真1枚が削除されます'],
  ['ja', 3, '2026年12月24日から写真3枚が順に削除されます'],
  ['pt', 1, '1 foto será excluída em 24 de dezembro de 2026'],
] as const)('%s counts %i and names the day', (locale, count, subject) => {
  const values = { ...sampleValues.retentionReminder, count };
  expect(render(sampleMail('retentionReminder', { locale, values })).subject).toBe(subject);
});

test('only mail that is not transactional has unsubscribe links (RFC 8058) (R82)', () => {
  for (const kind of sampleKinds) {
    const { headers, text, html } = render(sampleMail(kind, { locale: 'de' }));
    const isReminder = kind === 'retentionReminder';
    expect('List-Unsubscribe' in headers).toBe(isReminder);
    expect(html.includes('/unsubscribe')).toBe(isReminder);
    expect(text.includes('/unsubscribe')).toBe(isReminder);
  }
  const { headers, text } = render(sampleMail('retentionReminder', { locale: 'de' }));
  const link = 'https://lightwell.example/unsubscribe?token=visitor@example.org';
  expect(headers).toMatchObject({
    'List-Unsubscribe': `<${link}>, <mailto:support@lightwell.example?subject=unsubscribe>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(text).toContain('https://lightwell.example/de/unsubscribe?token=');
});

test('generated mails suppress automatic replies', () => {
  const sentBy = (kind: (typeof sampleKinds)[number]) =>
    render(sampleMail(kind)).headers['Auto-Submitted'];
  expect(sentBy('signInCode')).toBe('auto-generated');
  expect(sentBy('contactReceipt')).toBe('auto-replied');
  // A person writes this mail, so it has no header for automatic mails.
  expect(sentBy('contactMessage')).toBeUndefined();
});

test('the same cause has the same id, another cause another id', () => {
  const mail = sampleMail('resetCode');
  expect(render(mail).messageId).toBe(render({ ...mail, attempts: 2 } as Mail).messageId);
  expect(render(mail).messageId).toMatch(/^<[0-9a-f]{40}@lightwell\.example>$/);
  expect(render(sampleMail('resetCode')).messageId).not.toBe(render(mail).messageId);
});

test('replies go to the support, but replies to a contact message go to its sender', () => {
  expect(render(sampleMail('signInCode')).replyTo).toBe('support@lightwell.example');
  expect(render(sampleMail('contactMessage')).replyTo).toBe('mia@example.org');
});

/** Values that visitors do not type: dates, and words of a closed list. */
const ownValues = [
  ...[
    'date',
    'paidAt',
    'nextTryAt',
    'endsAt',
    'receivedAt',
    'withdrawableUntil',
    'productKind',
    'reason',
  ],
];

const markup = `<b onclick="x">&amp;'</b>`;

test('every value is escaped', async () => {
  const strange = await rendererFor({ ...testSender, product: markup, company: markup });
  for (const kind of sampleKinds) {
    const values = Object.fromEntries(
      Object.entries(sampleValues[kind]).map(([name, value]) => [
        name,
        typeof value === 'string' && !ownValues.includes(name) ? `${value}${markup}` : value,
      ]),
    );
    const { html } = strange(sampleMail(kind, { values } as Partial<Mail>));
    expect(html).not.toContain('<b ');
    expect(html).not.toContain('onclick="');
    expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;&amp;amp;&#x27;&lt;/b&gt;');
  }
});

test('visitor input never begins another header line', () => {
  const values = { ...sampleValues.contactMessage, name: 'Mia\r\nBcc: victim@example.org\u2028x' };
  const { subject } = render(sampleMail('contactMessage', { values }));
  expect(subject).toBe('Message from Mia Bcc: victim@example.org x <mia@example.org>');
});

test('a contact receipt contains nothing that becomes a link', () => {
  const text = [
    'See https://evil.example/x?y=1 and www.evil.example, evil.example/z or spam@evil.example.',
    'ftp://evil.example HTTPS://EVIL.EXAMPLE пример.рф/а\nVersion 2.5 of 3.',
    'x'.repeat(1000),
  ].join('\n');
  const mail = sampleMail('contactReceipt', { values: { text } });
  const said = render(mail).text;
  expect(said).not.toMatch(/evil|пример/i);
  expect(said).toContain('> See […] and […] […] or […]');
  expect(said).toContain('Version 2.5 of 3.');
  expect(said).not.toContain('x'.repeat(500));
  expect(said).toContain('Links are left out here');
  const short = render(sampleMail('contactReceipt', { values: { text: 'Hello. It works!' } })).text;
  expect(short).toContain('> Hello. It works!');
  expect(short).not.toContain('Links are left out here');
});

test.each(locales)('%s: only a receipt has the terms attached', (locale) => {
  const kinds = sampleKinds.filter(
    (kind) => render(sampleMail(kind, { locale })).attachments.length > 0,
  );
  expect(kinds).toEqual(['receipt']);
});

test.each([
  ['en', 1, 4, 'Monthly plan with 600 credits'],
  ['en', 3, 4, 'Plan for 3 months with 600 credits'],
  ['en', 1, 2, 'Daily plan with 600 credits'],
  ['de', 3, 4, 'Abo für 3 Monate mit 600 Credits'],
  ['ja', 2, 3, '2週間プラン（600クレジット）'],
] as const)(
  '%s a receipt names a plan of %i of unit %i by number and unit (R48)',
  (locale, duration, durationUnit, name) => {
    const values = { ...sampleValues.receipt, productKind: 'plan', credits: 600 } as const;
    const mail = sampleMail('receipt', { locale });
    const { text } = render({ ...mail, values: { ...values, duration, durationUnit } } as Mail);
    expect(text).toContain(name);
  },
);
