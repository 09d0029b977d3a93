import { expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { dialogKinds } from '../../machines/app/children.derived.ts';
import { type Locale, locales } from '../../machines/model/locale.ts';
import type { PageText } from '../i18n/page-text.ts';

/* Tests that page texts promise no feature whose calls do not exist. */

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

/**
 * True if purchases are possible, which need this dialog. Only then may page texts mention
 * purchases.
 */
const isSold = (dialogKinds as readonly string[]).includes('checkout');

const isServed = (wanted: string) =>
  Object.values(calls).some(({ method, path }) => wanted === `${method} ${path}`);

/** Calls by which a visitor without a session proves that an order is the visitor's own. */
const byOrderNumber = ['POST /v1/order/access', 'POST /v1/order/access/look'];

/** The features that sections of page texts promise, and the calls that implement each feature. */
const promises: readonly {
  page: string;
  section: string;
  calls: readonly string[];
  words: Record<Locale, string>;
}[] = [
  {
    page: 'terms',
    section: 'paid-plans',
    calls: ['GET /v1/price/data', 'POST /v1/order'],
    words: {
      en: 'sells credit packs, day passes and plans',
      de: 'Credit-Pakete, Tagespässe und Abos kaufen',
      es: 'vende paquetes de créditos, pases de un día y planes',
      fr: 'vend des packs de crédits, des pass journée et des abonnements',
      it: 'vende pacchetti di crediti, pass giornalieri e piani',
      ja: 'クレジットパック、1日パス、プランを販売しています',
      pt: 'vende pacotes de créditos, passes de um dia e planos',
    },
  },
  {
    page: 'privacy-policy',
    section: 'purchases',
    calls: ['POST /v1/order'],
    words: {
      en: 'When you buy something, we store',
      de: 'Wenn du etwas kaufst, speichern wir',
      es: 'Cuando compras algo, guardamos',
      fr: 'Lorsque vous achetez quelque chose, nous conservons',
      it: 'Quando acquisti qualcosa, conserviamo',
      ja: '購入されたときは、次の情報を保存します',
      pt: 'Quando você compra algo, guardamos',
    },
  },
  {
    page: 'subscription-terms',
    section: 'cancel',
    calls: ['GET /v1/user-subscription', 'DELETE /v1/user-subscription', ...byOrderNumber],
    words: {
      en: 'the cancellation button required by section 312k of the Civil Code is on the same page',
      de: 'Die Kündigungsschaltfläche nach §\u00a0312k BGB findest du auf derselben Seite',
      es: 'el artículo 312k del Código Civil alemán está en esa misma página',
      fr: '§\u00a0312k du code civil allemand se trouve sur la même page',
      it: '§\u00a0312k del codice civile tedesco è nella stessa pagina',
      ja: '312k条が定める解約ボタンも同じページにあり',
      pt: '§\u00a0312k do Código Civil alemão fica na mesma página',
    },
  },
  {
    page: 'subscription-terms',
    section: 'withdrawal',
    calls: ['POST /v1/order/withdraw/preview', 'POST /v1/order/withdraw', ...byOrderNumber],
    words: {
      en: 'The withdrawal function is on the page',
      de: 'Die Widerrufsfunktion findest du auf der Seite',
      es: 'La función de desistimiento está en la página',
      fr: 'La fonction de rétractation se trouve sur la page',
      it: 'La funzione di recesso si trova nella pagina',
      ja: '撤回機能は「プランの管理」ページにあり',
      pt: 'A função de desistência fica na página',
    },
  },
  {
    page: 'manage-membership-plan',
    section: 'ways-out',
    calls: ['DELETE /v1/user-subscription', 'POST /v1/order/withdraw', ...byOrderNumber],
    words: {
      en: 'Both take two steps, end with a confirmation by email, and need no sign-in',
      de: 'Für beides brauchst du zwei Schritte und keine Anmeldung',
      es: 'Ambas cosas se hacen en dos pasos, sin iniciar sesión',
      fr: 'il suffit de deux étapes, sans vous connecter',
      it: 'bastano due passaggi, senza accedere',
      ja: 'どちらも2段階の操作で、ログインせずに手続きでき',
      pt: 'As duas coisas se fazem em duas etapas, sem entrar na conta',
    },
  },
];

const inEveryLanguage = locales.flatMap((locale) =>
  promises.map((promise) => [locale, promise.page, promise.section, promise] as const),
);

it.each(inEveryLanguage)(
  'in %s, %s contains the section "%s" exactly if its feature exists',
  (locale, page, section, promise) => {
    const isBuilt = isSold && promise.calls.every(isServed);
    expect(textOf(locale, page, section).includes(promise.words[locale])).toBe(isBuilt);
  },
);

it.each(locales)('the contact page in %s names the company as an imprint does (R10)', (locale) => {
  const imprint = textOf(locale, 'contact-us', 'imprint');
  for (const name of ['company', 'address', 'email', 'companyDetails']) {
    expect(imprint).toContain(`{${name}}`);
  }
});

it.each(locales)('the privacy policy in %s names the configured processors', (locale) => {
  expect(textOf(locale, 'privacy-policy', 'recipients')).toContain('{processors}');
});

it.each(locales)(
  'every page in %s uses the configured retention time, not a fixed number of days',
  (locale) => {
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
      // the privacy policy names days that cannot be configured: how long the log entry of a
      // deleted record is stored
      .filter(([path]) => path.includes(`/${locale}/`) && !path.endsWith('/privacy-policy.json'))
      .flatMap(([path, text]) => [...JSON.stringify(text).matchAll(days)].map(() => path));
    expect(fixed).toEqual([]);
  },
);
