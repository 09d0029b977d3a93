import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { matchPage } from '../../../machines/model/pages.ts';
import { root } from '../../../tools/build/fingerprint.ts';

/* Checks the targets and names of a screen's links. */

const nameOf = (link: Element): string =>
  link.getAttribute('aria-label') ?? link.textContent?.trim() ?? '';

const leadsNowhere = (link: Element, href: string): string | undefined => {
  if (href.startsWith('#')) {
    const isThere = href.length > 1 && document.getElementById(href.slice(1)) !== null;
    return isThere ? undefined : 'nothing has this id';
  }
  if (href.startsWith('mailto:')) {
    return /^mailto:[^@\s]+@[^@\s]+\.\w+/.test(href) ? undefined : 'no address of a person';
  }
  // opens a payment app
  if (href.startsWith('upi:')) {
    return /^upi:\/\/pay\?pa=./.test(href) ? undefined : 'no payment';
  }
  if (link.hasAttribute('download')) {
    if (!link.getAttribute('download')) return 'a download without a name';
    const file = join(root, 'public', href.replace(/[?#].*$/, ''));
    return existsSync(file) ? undefined : 'no file';
  }
  if (/^https:\/\//.test(href)) {
    const isSafe = link.getAttribute('rel')?.includes('noopener') ?? false;
    return link.getAttribute('target') === '_blank' && !isSafe
      ? 'it hands over the page'
      : undefined;
  }
  if (!href.startsWith('/')) return 'no address';
  return matchPage(href).name === 'not-found' ? 'no page' : undefined;
};

/** Links without a valid target or without a name. */
export const deadLinks = (shown: Element): string[] =>
  [...shown.querySelectorAll('a')].flatMap((link) => {
    const href = link.getAttribute('href') ?? '';
    const problem = leadsNowhere(link, href) ?? (nameOf(link) === '' ? 'no name' : undefined);
    return problem ? [`${nameOf(link)} (${href}): ${problem}`] : [];
  });
