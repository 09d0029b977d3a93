import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { type Locale, locales, localisePath } from '../../../machines/model/locale.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { languageNames } from './language-names.ts';

/** A disclosure with plain links: it works without JavaScript, too. */
export function LanguageMenu() {
  const t = useText();
  const path = useChart('app', (snapshot) => snapshot.context.path);
  const current = useChart('app', (snapshot) => snapshot.context.locale);
  const send = useSend('language');
  const menu = useRef<HTMLDetailsElement>(null);
  const attributes = useChartAttributes('language');

  const close = () => menu.current?.removeAttribute('open');
  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) {
        menu.current?.removeAttribute('open');
      }
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, []);

  const choose = (event: MouseEvent, locale: Locale) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    close();
    menu.current?.querySelector('summary')?.focus();
    send({ type: 'language.chosen', locale });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.current?.open) return;
    close();
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details className="menu" ref={menu} onKeyDown={onKeyDown} {...attributes}>
      <summary
        className={buttonClass('quiet')}
        aria-label={t('nav.language.current', { language: languageNames[current] })}
      >
        <Icon name="globe" />
        <span className="menu-name">{languageNames[current]}</span>
        <Icon name="chevron" size={16} />
      </summary>
      <ul className="menu-list" aria-label={t('nav.language')}>
        {locales.map((locale) => (
          <li key={locale}>
            <a
              href={localisePath(path, locale)}
              hrefLang={locale}
              lang={locale}
              aria-current={locale === current ? 'true' : undefined}
              onClick={(event) => choose(event, locale)}
            >
              {languageNames[locale]}
              {locale === current && <Icon name="check" size={18} />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
