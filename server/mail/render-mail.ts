import { createHash } from 'node:crypto';
import type { Locale } from '../../machines/model/locale.ts';
import type { Content, Site } from './mail-blocks.ts';
import { mailContents } from './mail-content.ts';
import { mailHtml } from './mail-html.ts';
import { mailKinds } from './mail-kinds.ts';
import { type Footer, mailText } from './mail-text.ts';
import type { Say, Sender } from './mail-words.ts';
import type { Mail, MailKind, MailValues } from './mailer.port.ts';
import type { Attachment } from './terms-files.ts';

/** A mail for the mail server. Every value except the two bodies is a single line. */
export type Message = {
  kind: MailKind;
  locale: Locale;
  messageId: string;
  from: { name: string; address: string };
  to: string;
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  attachments: readonly Attachment[];
  /** additional headers; ASCII */
  headers: Record<string, string>;
};

/** Unsubscribe links of a recipient: the URL of a page, and the URL of the one-click POST. */
export type UnsubscribeLinks = { page: string; oneClick: string };

export type RenderDeps = {
  words: Record<Locale, Say>;
  sender: Sender;
  from: { name: string; address: string };
  publicUrl: string;
  unsubscribeLinks: (address: string, locale: Locale) => UnsubscribeLinks;
  /** files that are attached to every receipt */
  terms: Record<Locale, readonly Attachment[]>;
};

/** Replaces line breaks, so that visitor input cannot begin another header line. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/**
 * Returns the Message-ID. A repeat of a mail has the same id, so that mail programs can detect the
 * duplicate.
 */
const messageIdOf = (cause: string, domain: string) =>
  `<${createHash('sha256').update(cause).digest('hex').slice(0, 40)}@${domain}>`;

const contentOf = <Kind extends MailKind>(mail: Mail<Kind>, say: Say, site: Site): Content =>
  mailContents[mail.kind](mail.values, say, site);

/** @see https://www.rfc-editor.org/rfc/rfc8058 and RFC 3834 for `Auto-Submitted` */
function headersOf(mail: Mail, links: UnsubscribeLinks | null, email: string) {
  const headers: Record<string, string> = { 'Content-Language': mail.locale };
  if (mail.kind !== 'contactMessage') {
    headers['Auto-Submitted'] = mail.kind === 'contactReceipt' ? 'auto-replied' : 'auto-generated';
    headers['X-Auto-Response-Suppress'] = 'All';
  }
  if (links) {
    headers['List-Unsubscribe'] = `<${links.oneClick}>, <mailto:${email}?subject=unsubscribe>`;
    headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click';
  }
  return headers;
}

/** Renders mails: subject, plain text and HTML in the recipient's language. */
export function createRenderer(deps: RenderDeps) {
  const { words, sender, from, publicUrl, unsubscribeLinks, terms } = deps;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return (mail: Mail): Message => {
    const { locale, to } = mail;
    const say = words[locale];
    const content = contentOf(mail, say, { publicUrl, locale });
    const links = mailKinds[mail.kind].isTransactional ? null : unsubscribeLinks(to, locale);
    const footer: Footer = {
      reason: content.reason,
      questions: mail.kind === 'contactMessage' ? '' : say('footer.questions'),
      sender: `${sender.product} · ${sender.company}, ${sender.address}`,
      unsubscribe: links && { label: say('footer.unsubscribe'), url: links.page },
    };
    const frame = { locale, product: sender.product, written: say('link.written') };
    return {
      kind: mail.kind,
      locale,
      messageId: messageIdOf(mail.cause, domain),
      from,
      to,
      replyTo:
        mail.kind === 'contactMessage'
          ? (mail.values as MailValues['contactMessage']).from
          : sender.email,
      subject: oneLine(content.subject),
      text: mailText(content, footer),
      html: mailHtml(content, footer, frame),
      attachments: mail.kind === 'receipt' ? terms[locale] : [],
      headers: headersOf(mail, links, sender.email),
    };
  };
}
