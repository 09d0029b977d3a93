import { describe, expect, it } from 'vitest';
import {
  detectLocale,
  languageTagFor,
  localeOfPath,
  localeOfTag,
  locales,
  localisePath,
  stripLocale,
} from './locale.ts';

describe('languages', () => {
  it.each([
    ['de', 'de'],
    ['ja-JP', 'ja'],
    ['PT_br', 'pt'],
    [' fr ', 'fr'],
    ['nl', null],
    ['english', null],
    ['', null],
    [null, null],
    ['constructor', null],
  ])('reads the language tag %j as %j (R1)', (tag, locale) => {
    expect(localeOfTag(tag)).toBe(locale);
  });
});

describe('localised paths', () => {
  it.each([
    ['/', 'en', '/'],
    ['/', 'de', '/de'],
    ['/record', 'en', '/record'],
    ['/record', 'ja', '/ja/record'],
    ['/fr/record', 'ja', '/ja/record'],
    ['/fr', 'en', '/'],
    ['/fr/', 'en', '/'],
    ['/result/1?a=2#b', 'it', '/it/result/1?a=2#b'],
    ['/de?utm_source=x', 'en', '/?utm_source=x'],
    ['/?utm_source=x', 'de', '/de?utm_source=x'],
    ['/#top', 'de', '/de#top'],
    ['/defence', 'es', '/es/defence'],
  ] as const)('writes %s in %s as %s (R1, R2)', (path, locale, localised) => {
    expect(localisePath(path, locale)).toBe(localised);
  });

  it.each([
    ['/de/record', 'de', '/record'],
    ['/de', 'de', '/'],
    ['/record', 'en', '/record'],
    ['/en/record', 'en', '/en/record'],
    ['/design', 'en', '/design'],
    ['/nl/record', 'en', '/nl/record'],
    ['/de//evil.example', 'de', '/evil.example'],
    ['/de/\\evil.example', 'de', '/evil.example'],
    ['/de?x=//a', 'de', '/?x=//a'],
  ])('reads %s as language %s and path %s (R2)', (path, locale, bare) => {
    expect([localeOfPath(path), stripLocale(path)]).toEqual([locale, bare]);
  });

  it('returns to the original path from any language', () => {
    for (const locale of locales) {
      for (const path of ['/', '/record', '/result/a1?b=c', '/?x=1']) {
        expect(stripLocale(localisePath(path, locale))).toBe(path);
        expect(localeOfPath(localisePath(path, locale))).toBe(locale);
      }
    }
  });
});

describe('detection', () => {
  const signs = (cookie: string | null, ...browser: string[]) => ({ cookie, browser });

  it.each([
    ['a prefix before cookie and browser', '/fr/record', signs('ja', 'de'), 'fr'],
    ['English for a page without a prefix', '/record', signs('ja', 'de'), 'en'],
    ['the cookie at the root', '/', signs('ja', 'de'), 'ja'],
    ['the first known browser language at the root', '/', signs(null, 'nl', 'it-CH', 'de'), 'it'],
    ['the browser when the cookie is not one of the codes', '/?x=1', signs('xx', 'es'), 'es'],
    ['the browser when the cookie is in capitals', '/', signs('DE', 'es'), 'es'],
    ['the browser when the cookie is a tag', '/', signs('de-DE', 'es'), 'es'],
    ['English when nothing is known', '/', signs(null, 'nl'), 'en'],
  ] as const)('chooses %s (R4)', (_, path, known, locale) => {
    expect(detectLocale(path, known)).toBe(locale);
  });
});

it('derives the country from the browser’s language if the page is in that language', () => {
  expect(languageTagFor('de', ['en-US', 'de-AT', 'de-DE'])).toBe('de-AT');
  expect(languageTagFor('ja', ['en-US', 'de-AT'])).toBe('ja');
  expect(languageTagFor('pt', [])).toBe('pt');
});
