import { type Locale, locales } from '../../machines/model/locale.ts';
import { frameAddress, type Theme } from './page/frame/frame-query.ts';
import { type Width, widths } from './page/view.ts';

export type Variant = { name: string; locale: Locale; theme: Theme; width: Width; height: number };

const variantOf = (locale: Locale, theme: Theme, width: Width): Variant => ({
  name: `${locale}-${theme}-${width}`,
  locale,
  theme,
  width,
  height: widths[width],
});

/** The variants of `npm run gallery -w workshop/gallery` when --all is absent. */
export const usualVariants: readonly Variant[] = [
  variantOf('en', 'light', 390),
  variantOf('de', 'dark', 390),
  variantOf('ja', 'light', 1280),
];

const themes: readonly Theme[] = ['light', 'dark'];
const everyWidth: readonly Width[] = [390, 1280];

export const allVariants: readonly Variant[] = locales.flatMap((locale) =>
  themes.flatMap((theme) => everyWidth.map((width) => variantOf(locale, theme, width))),
);

export const addressOf = (state: string, { locale, theme }: Variant): string =>
  frameAddress({ state, locale, theme });
