import { selectHasChoice } from '../../../machines/consent/consent.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { useProductWords } from '../../i18n/product-words.tsx';
import { Text, useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';

type Group = { title: MessageId; links: readonly (readonly [to: string, name: MessageId])[] };

const groups: readonly Group[] = [
  {
    title: 'footer.group.product',
    links: [
      ['/', 'footer.home'],
      ['/record', 'footer.records'],
      ['/pricing', 'nav.pricing'],
    ],
  },
  {
    title: 'footer.group.help',
    links: [
      ['/about-us', 'footer.about'],
      ['/contact-us', 'footer.contact'],
      ['/unsubscribe', 'footer.unsubscribe'],
    ],
  },
  {
    title: 'footer.group.terms',
    links: [
      ['/terms', 'footer.terms'],
      ['/privacy-policy', 'footer.privacy'],
      ['/user-agreement', 'footer.userAgreement'],
    ],
  },
  {
    title: 'footer.group.plan',
    links: [
      ['/subscription-terms', 'footer.subscriptionTerms'],
      ['/manage-membership-plan', 'footer.managePlan'],
    ],
  },
];

export function SiteFooter() {
  const t = useText();
  const { company } = useProductWords();
  const send = useSend('debugConsole');
  const request = useSend('consent');
  const hasChoice = useChart('consent', selectHasChoice);
  return (
    <footer className="site-footer">
      <nav className="page site-footer-groups" aria-label={t('footer.label')}>
        {groups.map(({ title, links }) => (
          <section key={title}>
            <h2>
              <Text id={title} />
            </h2>
            <ul>
              {links.map(([to, name]) => (
                <li key={to}>
                  <LocaleLink to={to}>{t(name)}</LocaleLink>
                </li>
              ))}
              {title === 'footer.group.terms' && hasChoice && (
                <li>
                  <button type="button" onClick={() => request({ type: 'consent.requested' })}>
                    {t('footer.privacyChoices')}
                  </button>
                </li>
              )}
            </ul>
          </section>
        ))}
      </nav>
      <p className="page site-footer-end">
        <span>{t('footer.tagline')}</span>
        {/* a button that looks like text, because it opens the debug console after eight taps
            (R19) */}
        <button
          type="button"
          className="site-footer-owner"
          onClick={() => send({ type: 'debugConsole.tapped', atMs: performance.now() })}
        >
          © {company}
        </button>
      </p>
    </footer>
  );
}
