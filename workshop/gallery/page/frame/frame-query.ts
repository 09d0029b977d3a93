import { type Locale, locales } from '../../../../machines/model/locale.ts';

export type Theme = 'light' | 'dark';

/** The state, and the language, theme and mode it is shown in. */
export type FrameQuery = { state: string; locale: Locale; theme: Theme };

/** The address of a frame. */
export function frameAddress({ state, locale, theme }: FrameQuery): string {
  return `/gallery-frame.html?${new URLSearchParams({ state, locale, theme })}`;
}

export function readFrameQuery(search: string): FrameQuery {
  const query = new URLSearchParams(search);
  const locale = locales.find((one) => one === query.get('locale')) ?? 'en';
  const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
  return { state: query.get('state') ?? '', locale, theme };
}
