import { type Locale, locales } from '../../../machines/model/locale.ts';

export type LocaleChoice = Locale | 'all';
export type ThemeChoice = 'light' | 'dark' | 'both';

export const widths = { 390: 844, 1280: 800, 320: 640 } as const;
export const zooms = [25, 40, 50, 75, 100] as const;

export type Width = keyof typeof widths;

/** Settings of the gallery. The address stores all of them. */
export type View = {
  /** words that a state must contain */
  search: string;
  locale: LocaleChoice;
  theme: ThemeChoice;
  /** CSS pixels */
  width: Width;
  /** percent; 0 means that the picture fits the width */
  zoom: number;
  /** id of the enlarged state; '' for none */
  open: string;
};

const usual: View = { search: '', locale: 'en', theme: 'light', width: 390, zoom: 50, open: '' };

const localeChoices: readonly LocaleChoice[] = [...locales, 'all'];
const themeChoices: readonly ThemeChoice[] = ['light', 'dark', 'both'];
const widthChoices = Object.keys(widths).map(Number) as Width[];

const oneOf = <Value>(choices: readonly Value[], given: unknown, otherwise: Value): Value =>
  choices.find((choice) => String(choice) === given) ?? otherwise;

export function readView(hash: string): View {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    search: given.get('search') ?? usual.search,
    locale: oneOf(localeChoices, given.get('locale'), usual.locale),
    theme: oneOf(themeChoices, given.get('theme'), usual.theme),
    width: oneOf(widthChoices, given.get('width'), usual.width),
    zoom: oneOf<number>(zooms, given.get('zoom'), usual.zoom),
    open: given.get('open') ?? usual.open,
  };
}

/** The address of a view. Default values are left out. */
export function writeView(view: View): string {
  const entries = Object.entries(view).filter(([key, value]) => value !== usual[key as keyof View]);
  const query = new URLSearchParams(
    entries.map(([key, value]): [string, string] => [key, String(value)]),
  );
  return entries.length === 0 ? '#' : `#${query}`;
}

export const localesOf = ({ locale }: View): readonly Locale[] =>
  locale === 'all' ? locales : [locale];

export const themesOf = ({ theme }: View): readonly ('light' | 'dark')[] =>
  theme === 'both' ? ['light', 'dark'] : [theme];
