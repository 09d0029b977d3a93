import { useEffect } from 'react';
import type { Locale } from '../../machines/model/locale.ts';
import type { PageName } from '../../machines/model/pages.ts';
import type { PageText } from '../i18n/page-text.ts';
import { useProductWords } from '../i18n/product-words.tsx';
import { useText } from '../i18n/text.tsx';
import { type PageHead, pageHead } from './page-head.ts';

function setLinks(head: PageHead) {
  for (const link of document.head.querySelectorAll('link[rel=canonical], link[hreflang]')) {
    link.remove();
  }
  const add = (rel: string, path: string, hreflang?: string) => {
    const link = document.createElement('link');
    link.rel = rel;
    link.href = location.origin + path;
    if (hreflang) link.hreflang = hreflang;
    document.head.append(link);
  };
  if (head.canonical !== null) add('canonical', head.canonical);
  for (const { hreflang, path } of head.alternates) add('alternate', path, hreflang);
}

/**
 * Updates the document's head after navigation. A prerendered page already has the correct head.
 */
export function useHead(name: PageName, path: string, text: PageText | null, locale: Locale) {
  const t = useText();
  const { product } = useProductWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means a new text and record
  useEffect(() => {
    const head = pageHead(name, locale, t, text, product);
    document.title = head.title;
    document.documentElement.lang = locale;
    document.head
      .querySelector('meta[name=description]')
      ?.setAttribute('content', head.description ?? '');
    setLinks(head);
  }, [path, name, locale, t, text, product]);
}
