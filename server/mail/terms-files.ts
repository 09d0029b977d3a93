import { readFile } from 'node:fs/promises';
import { type Locale, locales, localisePath } from '../../machines/model/locale.ts';
import type { Sender } from './mail-words.ts';

/** A plain-text file attached to a mail. */
export type Attachment = { name: string; text: string };

/** The kinds of blocks on pages with terms. */
type PageBlock =
  | { kind: 'text' | 'mail'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'link'; to: string; text: string };

/** Content of `locales/<language>/pages/<page>.json`. */
type PageText = {
  title: string;
  lead: string;
  /** ISO date, or null if the page shows no date */
  updated: string | null;
  sections: readonly { heading: string; blocks: readonly PageBlock[] }[];
};

/** Pages that a buyer agrees to, most important page first. */
const pages = ['subscription-terms', 'user-agreement', 'terms'] as const;

const folder = new URL('../../locales/', import.meta.url);

type Site = { publicUrl: string; retention: Record<Locale, string> };

const underlined = (heading: string, line: string) =>
  `${heading}\n${line.repeat(Math.min(72, heading.length))}`;

function blockText(block: PageBlock, words: Sender, address: (path: string) => string): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'link':
      return `${block.text}: ${address(block.to)}`;
    case 'mail':
      return `${block.text}: ${words.email}`;
  }
}

const dayOf = (updated: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(updated));

type Around = { locale: Locale; words: Sender; address: (path: string) => string };

function pageText(page: PageText, { locale, words, address }: Around): string {
  const sections = page.sections.map(({ heading, blocks }) =>
    [underlined(heading, '-'), ...blocks.map((block) => blockText(block, words, address))].join(
      '\n\n',
    ),
  );
  const updated = page.updated ? [dayOf(page.updated, locale)] : [];
  return [underlined(page.title, '='), ...updated, page.lead, ...sections].join('\n\n');
}

async function readTerms(locale: Locale, sender: Sender, site: Site): Promise<Attachment[]> {
  const words: Record<string, string> = { ...sender, retention: site.retention[locale] };
  const address = (path: string) => `${site.publicUrl}${localisePath(path, locale)}`;
  const read = async (page: string): Promise<Attachment> => {
    const file = new URL(`${locale}/pages/${page}.json`, folder);
    const content = JSON.parse(await readFile(file, 'utf8')) as PageText;
    const text = `${pageText(content, { locale, words: sender, address })}\n`.replace(
      /\{(\w+)\}/g,
      (all, name: string) => words[name] ?? all,
    );
    return { name: `${content.title}.txt`, text };
  };
  return await Promise.all(pages.map(read));
}

/**
 * Loads the terms as files, in every language. The law requires a durable medium, but a linked page
 * can change (Directive 2011/83/EU, article 8 (7)).
 */
export async function loadTerms(
  sender: Sender,
  site: Site,
): Promise<Record<Locale, readonly Attachment[]>> {
  const entries = locales.map(
    async (locale) => [locale, await readTerms(locale, sender, site)] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as Record<Locale, Attachment[]>;
}
