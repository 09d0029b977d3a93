import type { PageName } from '../../machines/model/pages.ts';
import type { ProductWords } from '../i18n/product-words.tsx';
import type { PageHead } from './page-head.ts';

/** Placeholder for the origin of the product, which the server replaces. */
const origin = '%PUBLIC_URL%';

const organizationId = `${origin}/#organization`;

/**
 * Returns the facts about the product for search engines (schema.org). Only the home page has them:
 * the head of another page already says what they could say. Prices are not included, because only
 * the price list of the server knows them.
 */
export function structuredData(
  name: PageName,
  { head, words }: { head: PageHead; words: ProductWords },
): object | null {
  if (name !== 'home') return null;
  const organization = {
    '@type': 'Organization',
    '@id': organizationId,
    name: words.company,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  };
  const application = {
    '@type': 'WebApplication',
    name: words.product,
    description: head.description,
    url: `${origin}${head.canonical}`,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    publisher: { '@id': organizationId },
  };
  return { '@context': 'https://schema.org', '@graph': [organization, application] };
}
