import { runningAttribute } from '../../machines/model/running-page.ts';
import { createContent } from '../platform/http/content.ts';

/** Links that the charts follow, that save a file, or that stay on the page. */
const others = `:root[${runningAttribute}] *,[hreflang],[download],[target],[href^="#"]`;

/**
 * Rules by which browsers load the document of the next page early, when the pointer rests on its
 * link or a finger touches it. Scripts are not loaded, and browsers that save data load nothing.
 */
const rules = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/v1/*', '/files/*', '/docs'] } },
          { not: { selector_matches: others } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

export const nextPagePath = '/next-page.json';

/**
 * Pages name the rules in a header. In the HTML they would exceed the size budget of the home page.
 */
export const nextPageHeader = `"${nextPagePath}"`;

export const nextPageRules = {
  ...createContent(Buffer.from(JSON.stringify(rules)), { isKept: true }),
  type: 'application/speculationrules+json',
};
