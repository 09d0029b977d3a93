import { selectUnseen } from '../../../machines/unseen/unseen.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import { useProductWords } from '../../i18n/product-words.tsx';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { LanguageMenu } from './language-menu.tsx';

const unseenWords = { ready: 'nav.records.unseen', ended: 'nav.records.news' } as const;

export function SiteHeader() {
  const t = useText();
  const { product } = useProductWords();
  const unseen = useChart('unseen', selectUnseen);
  return (
    <header className="site-header">
      <div className="page site-header-row">
        <LocaleLink to="/" className="brand" aria-label={t('nav.home')}>
          <Logo />
          <span>{product}</span>
        </LocaleLink>
        <nav className="site-nav" aria-label={t('nav.main')}>
          <LocaleLink to="/record" className={buttonClass('quiet')}>
            <Icon name="stack" />
            {t('nav.records')}
            {unseen && (
              <span className="nav-badge">
                <span className="sr-only">({t(unseenWords[unseen])})</span>
              </span>
            )}
          </LocaleLink>
          <LocaleLink to="/pricing" className={buttonClass('quiet', 'nav-pricing')}>
            {t('nav.pricing')}
          </LocaleLink>
          <LanguageMenu />
          <AccountMenu />
        </nav>
      </div>
    </header>
  );
}
