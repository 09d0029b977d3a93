import type { ReactNode } from 'react';
import { locales } from '../../../machines/model/locale.ts';
import { languageNames } from '../../../src/i18n/language-names.ts';
import { type LocaleChoice, type ThemeChoice, type View, type Width, zooms } from './view.ts';

type ChoiceProps = {
  label: string;
  value: string | number;
  options: readonly (readonly [value: string | number, words: string, lang?: string])[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className="choice">
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([one, words, lang]) => (
          <option key={one} value={one} lang={lang}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

const localeOptions = [
  ...locales.map((locale) => [locale, languageNames[locale], locale] as const),
  ['all', 'All seven, side by side'] as const,
];
const themeOptions = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['both', 'Both, side by side'],
] as const;
const widthOptions = [
  [390, '390, phone'],
  [1280, '1280, desktop'],
  [320, '320, small phone'],
] as const;

type ChoicesProps = { view: View; onChange: (change: Partial<View>) => void };

function Choices({ view, onChange }: ChoicesProps) {
  return (
    <div className="gallery-choices">
      <Choice
        label="Language"
        value={view.locale}
        options={localeOptions}
        onChange={(locale) => onChange({ locale: locale as LocaleChoice })}
      />
      <Choice
        label="Theme"
        value={view.theme}
        options={themeOptions}
        onChange={(theme) => onChange({ theme: theme as ThemeChoice })}
      />
      <Choice
        label="Width"
        value={view.width}
        options={widthOptions}
        onChange={(width) => onChange({ width: Number(width) as Width })}
      />
      <Choice
        label="Zoom"
        value={view.zoom}
        options={zooms.map((zoom) => [zoom, `${zoom} %`] as const)}
        onChange={(zoom) => onChange({ zoom: Number(zoom) })}
      />
    </div>
  );
}

type Props = ChoicesProps & { children: ReactNode };

export function Toolbar({ view, onChange, children }: Props) {
  return (
    <header className="gallery-bar">
      <h1>
        <span className="gallery-lamp" aria-hidden="true" />
        Gallery
      </h1>
      <p className="gallery-count" role="status">
        {children}
      </p>
      <Choices view={view} onChange={onChange} />
    </header>
  );
}
