import { type Locale, localisePath } from '../../machines/model/locale.ts';
import { codeMinutes } from './mail-kinds.ts';
import { joined, type Say } from './mail-words.ts';
import type { MailKind, MailValues } from './mailer.port.ts';

/** A block of a mail. Plain text and HTML are both made from blocks. */
export type Block =
  | { kind: 'text' | 'quote' | 'note'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; url: string };

export type Content = {
  subject: string;
  /** text after the subject in a list of mails */
  preheader: string;
  title: string;
  blocks: Block[];
  /** sentence that says why the recipient gets this mail */
  reason: string;
};

export type Site = { publicUrl: string; locale: Locale };

export const text = (words: string): Block => ({ kind: 'text', text: words });
export const note = (words: string): Block => ({ kind: 'note', text: words });
export const quote = (words: string): Block => ({ kind: 'quote', text: words });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });

/** Formats a code as `123 456`, which is easier to read and type. */
export const grouped = (code: string) => code.replace(/^(\d{3})(\d{3})$/, '$1 $2');

export const minutes = codeMinutes;

export const pageOf = ({ publicUrl, locale }: Site, path: string) =>
  `${publicUrl}${localisePath(path, locale)}`;

/** Returns a code, its lifetime, and a warning not to share it. */
export const codeBlocks = (say: Say, code: string): Block[] => [
  { kind: 'code', code: grouped(code) },
  text(joined(say('code.valid', { minutes }), say('code.secret'))),
];

export type Contents = {
  [Kind in MailKind]: (values: MailValues[Kind], say: Say, site: Site) => Content;
};
