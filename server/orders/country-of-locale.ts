/**
 * Default country for a locale that names only a language. A locale such as `pt-BR` names its
 * country itself.
 */
const countries: Record<string, string> = {
  en: 'US',
  de: 'DE',
  es: 'ES',
  fr: 'FR',
  it: 'IT',
  ja: 'JP',
  pt: 'PT',
};

export function countryOfLocale(locale: string | undefined): string | undefined {
  const [language = '', ...rest] = (locale ?? '').split(/[-_]/);
  const region = rest.find((part) => /^[A-Za-z]{2}$/.test(part));
  return region?.toUpperCase() ?? countries[language.toLowerCase()];
}
