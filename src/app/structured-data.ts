import type { Locale } from '../../machines/model/locale.ts';
import type { PageName } from '../../machines/model/pages.ts';
import { questions } from '../features/home/questions.ts';
import type { MessageId } from '../i18n/message-id.ts';
import type { ProductWords } from '../i18n/product-words.tsx';
import type { PageHead } from './page-head.ts';

/** Placeholder for the origin of the product, which the server replaces. */
const origin = '%PUBLIC_URL%';

type Told = {
  name: PageName;
  locale: Locale;
  head: PageHead;
  t: (id: MessageId) => string;
  words: ProductWords;
};

const organization = ({ company, email }: ProductWords) => ({
  '@type': 'Organization',
  '@id': `${origin}/#organization`,
  name: company,
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
  email,
});

const application = ({ locale, head, words }: Told) => ({
  '@type': 'WebApplication',
  '@id': `${origin}/#application`,
  name: words.product,
  description: head.description,
  url: `${origin}${head.canonical}`,
  image: `${origin}/share.jpg`,
  inLanguage: locale,
  applicationCategory: 'MultimediaApplication',
  operatingSystem: 'Any',
  publisher: { '@id': `${origin}/#organization` },
});

const faq = ({ locale, head, t }: Told) => ({
  '@type': 'FAQPage',
  '@id': `${origin}${head.canonical}#faq`,
  inLanguage: locale,
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: t(question),
    acceptedAnswer: { '@type': 'Answer', text: t(answer) },
  })),
});

/**
 * Returns the page's facts for search engines (schema.org), or null for pages that are not listed.
 * Prices are not included, because only the price list of the server knows them.
 */
export function structuredData(told: Told): object | null {
  const { name, locale, head, words } = told;
  if (head.canonical === null) return null;
  const page = {
    '@type': 'WebPage',
    name: head.title,
    description: head.description,
    url: `${origin}${head.canonical}`,
    inLanguage: locale,
    publisher: { '@id': `${origin}/#organization` },
  };
  const own = name === 'home' ? [application(told), faq(told)] : [page];
  return { '@context': 'https://schema.org', '@graph': [organization(words), ...own] };
}
