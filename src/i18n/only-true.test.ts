import { describe, expect, it } from 'vitest';
import { disclosuresOf } from '../../machines/model/disclosures.ts';
import { type Locale, locales } from '../../machines/model/locale.ts';
import { onlyTrue } from './only-true.ts';
import type { PageText } from './page-text.ts';

const policies = import.meta.glob<PageText>('../../locales/*/pages/privacy-policy.json', {
  import: 'default',
  eager: true,
});

const policyOf = (locale: Locale, trackers: Parameters<typeof disclosuresOf>[0] = {}) => {
  const text = policies[`../../locales/${locale}/pages/privacy-policy.json`];
  if (!text) throw new Error(`There is no privacy policy in ${locale}.`);
  return JSON.stringify(onlyTrue(text, disclosuresOf(trackers)));
};

const services = ['Amplitude', 'Google Analytics', 'Meta Platforms', 'TikTok'];
const namedIn = (text: string) => services.filter((service) => text.includes(service));

describe.each(locales)('the privacy policy in %s', (locale) => {
  it('names no service if none is configured', () => {
    expect(namedIn(policyOf(locale))).toEqual([]);
  });

  it('names the configured services, and no other', () => {
    const all = { amplitude: {}, gaId: 'G-1', metaPixelId: '1', tiktokPixelId: 'A' };
    expect(namedIn(policyOf(locale, all))).toEqual(services);
    expect(namedIn(policyOf(locale, { gaId: 'G-1' }))).toEqual(['Google Analytics']);
    expect(namedIn(policyOf(locale, { tiktokPixelId: 'A' }))).toEqual(['TikTok']);
    expect(namedIn(policyOf(locale, { amplitude: {}, metaPixelId: '1' }))).toEqual([
      ...['Amplitude', 'Meta Platforms'],
    ]);
  });

  it('has either the paragraphs with services or those without', () => {
    const without = policyOf(locale);
    const with1 = policyOf(locale, { gaId: 'G-1' });
    expect(without).not.toContain('"when":"tracked"');
    expect(with1).not.toContain('"when":"untracked"');
    expect(with1.match(/"when":"tracked"/g)).toHaveLength(5);
  });
});
