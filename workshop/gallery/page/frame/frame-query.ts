import { type Locale, locales } from '../../../../machines/model/locale.ts';

export type Theme = 'light' | 'dark';

/** The state, and the language and theme in which it is shown. */
export type FrameQuery = { state: string; locale: Locale; theme: Theme };

export function frameAddress({ state, locale, theme }: FrameQuery): string {
  return `/gallery-frame.html?${new URLSearchParams({ state, locale, theme })}`;
}

export function readFrameQuery(search: string): FrameQuery {
  const query = new URLSearchParams(search);
  const locale = locales.find((one) => one === query.get('locale')) ?? 'en';
  const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
  return { state: query.get('state') ?? '', locale, theme };
}
