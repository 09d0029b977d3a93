import type { MouseEvent } from 'react';
import { type Locale, locales, localisePath } from '../../../machines/model/locale.ts';
import { languageNames } from '../../i18n/language-names.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Icon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';

/** Shows the languages as plain links, which also work without JavaScript. */
export function LanguageMenu() {
  const t = useText();
  const path = useChart('app', (snapshot) => snapshot.context.path);
  const current = useChart('app', (snapshot) => snapshot.context.locale);
  const send = useSend('language');
  const attributes = useChartAttributes('language');
  const choose = (event: MouseEvent, locale: Locale, close: () => void) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    close();
    send({ type: 'language.chosen', locale });
  };
  const name = languageNames[current];
  const label = t('nav.language.current', { language: name });
  return (
    <Menu icon="globe" name={name} label={label} attributes={attributes}>
      {(close) => (
        <ul className="menu-list" aria-label={t('nav.language')}>
          {locales.map((locale) => (
            <li key={locale}>
              <a
                href={localisePath(path, locale)}
                hrefLang={locale}
                lang={locale}
                aria-current={locale === current ? 'true' : undefined}
                onClick={(event) => choose(event, locale, close)}
              >
                {languageNames[locale]}
                {locale === current && <Icon name="check" size={18} />}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  );
}
