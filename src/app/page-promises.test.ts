import { expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { dialogKinds } from '../../machines/app/children.derived.ts';
import { type Locale, locales } from '../../machines/model/locale.ts';
import type { PageText } from '../i18n/page-text.ts';

/* Texts must not promise what is not built: they change together with the calls. */

const pages = import.meta.glob<PageText>('../../locales/*/pages/*.json', {
  import: 'default',
  eager: true,
});

const textOf = (locale: Locale, page: string, section: string) => {
  const found = pages[`../../locales/${locale}/pages/${page}.json`]?.sections.find(
    ({ id }) => id === section,
  );
  return JSON.stringify(found ?? null);
};

/** The calls are there before anything of theirs is on screen: nobody can buy without this dialog. */
const isSold = (dialogKinds as readonly string[]).includes('checkout');

const isServed = (method: string, path: RegExp) =>
  Object.values(calls).some((call) => call.method === method && path.test(call.path));

/** What a section says as long as nobody can use that call. */
const promises: readonly {
  method: string;
  path: RegExp;
  page: string;
  section: string;
  words: Record<Locale, string>;
}[] = [
  {
    page: 'subscription-terms',
    section: 'cancel',
    method: 'DELETE',
    path: /user-subscription$/,
    words: {
      en: 'is not on this site yet',
      de: 'gibt es auf dieser Website noch nicht',
      es: 'todavía no está en este sitio',
      fr: 'n’est pas encore sur ce site',
      it: 'non è ancora su questo sito',
      ja: 'まだこのサイトにありません',
      pt: 'ainda não está neste site',
    },
  },
  {
    page: 'subscription-terms',
    section: 'withdrawal',
    method: 'DELETE',
    path: /user-subscription$/,
    words: {
      en: 'it is not here yet',
      de: 'noch ist sie nicht da',
      es: 'todavía no está',
      fr: 'elle n’y est pas encore',
      it: 'per ora non c’è',
      ja: 'まだこのサイトにありません',
      pt: 'ela ainda não está aqui',
    },
  },
  {
    page: 'terms',
    section: 'paid-plans',
    method: 'POST',
    path: /\/order$/,
    words: {
      en: 'has no paid plans at the moment',
      de: 'keine kostenpflichtigen Tarife',
      es: 'no tiene planes de pago',
      fr: 'aucune formule payante',
      it: 'non ha piani a pagamento',
      ja: '有料プランはなく',
      pt: 'não tem planos pagos',
    },
  },
  {
    page: 'privacy-policy',
    section: 'messages',
    method: 'POST',
    path: /\/order$/,
    words: {
      en: 'Nothing can be bought',
      de: 'Zu kaufen gibt es bei {product} zurzeit nichts',
      es: 'no se puede comprar nada',
      fr: 'Rien n’est en vente',
      it: 'non si può acquistare nulla',
      ja: '購入できるものはなく',
      pt: 'não há nada à venda',
    },
  },
  {
    page: 'manage-membership-plan',
    section: 'status',
    method: 'POST',
    path: /\/order$/,
    words: {
      en: 'not on sale yet',
      de: 'noch nicht zu kaufen',
      es: 'todavía no están a la venta',
      fr: 'ne sont pas encore en vente',
      it: 'non sono ancora in vendita',
      ja: 'まだ販売していません',
      pt: 'ainda não estão à venda',
    },
  },
];

const inEveryLanguage = locales.flatMap((locale) =>
  promises.map((promise) => [locale, promise.page, promise.section, promise] as const),
);

it.each(inEveryLanguage)(
  'in %s, %s says under "%s" what is not built',
  (locale, page, section, promise) => {
    const isBuilt = isSold && isServed(promise.method, promise.path);
    expect(textOf(locale, page, section).includes(promise.words[locale])).toBe(!isBuilt);
  },
);

it.each(locales)('every page in %s names the configured time, not a number of days', (locale) => {
  for (const [page, section] of [
    ['terms', 'your-content'],
    ['about-us', 'how-we-work'],
    ['privacy-policy', 'retention'],
    ['user-agreement', 'ending'],
  ] as const) {
    expect(textOf(locale, page, section)).toContain('{retention}');
  }
  const days = /30\s*(days|Tage|días|jours|giorni|日|dias)/g;
  const fixed = Object.entries(pages)
    // the lifetime of a deleted record's trace is not configurable
    .filter(([path]) => path.includes(`/${locale}/`) && !path.endsWith('/privacy-policy.json'))
    .flatMap(([path, text]) => [...JSON.stringify(text).matchAll(days)].map(() => path));
  expect(fixed).toEqual([]);
});
