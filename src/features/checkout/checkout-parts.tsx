import { type ReactNode, useEffect, useRef } from 'react';
import {
  selectCheckoutFailure,
  selectMethodChosen,
  selectTerms,
  type Terms,
} from '../../../machines/checkout/checkout.selectors.ts';
import { localisePath } from '../../../machines/model/locale.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import { Text, useText } from '../../i18n/text.tsx';
import { useChart, useDialogChart } from '../../machine-react/use-chart.ts';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Notice } from '../../ui/notice.tsx';
import { useCheckoutWords } from './use-checkout-words.ts';
import { useMethodName } from './use-method-name.ts';

export function CheckoutFailure() {
  const failure = useDialogChart('checkout', selectCheckoutFailure);
  return (
    <div role="status">
      {failure && (
        <Notice tone="bad" icon={failureIcon(failure)}>
          <FailureText failure={failure} />
        </Notice>
      )}
    </div>
  );
}

/**
 * Shows a link to a page of this site. The link opens in a new tab, so that the dialog keeps the
 * buyer's choice.
 */
function Reading({ page, children }: { page: string; children: ReactNode }) {
  const locale = useChart('app', (snapshot) => snapshot.context.locale);
  return (
    <a href={localisePath(page, locale)} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

/**
 * Shows the terms that the buyer accepts by pressing the button. The terms contain the request to
 * begin within the 14 days. Without that request, a withdrawal would have to refund used credits as
 * well (§ 357a BGB).
 */
export function AgreeLine() {
  return (
    <p className="checkout-agree">
      <Text
        id="checkout.agree"
        values={{
          terms: (chunks) => <Reading page="/user-agreement">{chunks}</Reading>,
          plan: (chunks) => <Reading page="/subscription-terms">{chunks}</Reading>,
        }}
      />
    </p>
  );
}

/**
 * Shows the introduction of a screen. It gets the focus when it appears, so that screen readers
 * announce it first.
 */
export function Lead({ children }: { children: ReactNode }) {
  const lead = useRef<HTMLParagraphElement>(null);
  useEffect(() => lead.current?.focus(), []);
  return (
    <p ref={lead} className="checkout-lead" tabIndex={-1}>
      {children}
    </p>
  );
}

type OfTerms = { terms: Terms };

type RowProps = { name: string; children: ReactNode; isSentence?: boolean };

const Row = ({ name, children, isSentence = false }: RowProps) => (
  <div data-sentence={isSentence}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export function TaxWords({ terms: { currency, tax, taxBasisPoints, taxName } }: OfTerms) {
  const t = useText();
  const { money, rate } = useCheckoutWords();
  if (taxBasisPoints === 0) return t('checkout.tax.none');
  return t('checkout.tax', {
    rate: rate(taxBasisPoints),
    name: taxName,
    price: money(tax, currency),
  });
}

function Total({ terms }: OfTerms) {
  const t = useText();
  const { money } = useCheckoutWords();
  return (
    <div className="checkout-total">
      <dt>{t('checkout.total')}</dt>
      <dd>
        <strong>{money(terms.amount, terms.currency)}</strong>
        <small>
          <TaxWords terms={terms} />
        </small>
      </dd>
    </div>
  );
}

/** Shows the date and amount of the next charge, or that nothing will be charged again. */
export function RenewalWords({ terms }: OfTerms) {
  const t = useText();
  const { money, per, day } = useCheckoutWords();
  const { renewal, currency } = terms;
  if (!renewal) return t('checkout.renewal.off');
  return t('checkout.renewal.on', {
    date: day(renewal.at),
    price: money(renewal.amount, currency),
    each: per(renewal.amount, currency, terms),
  });
}

/**
 * Lists everything that the button orders. With `isWhole`, the list includes the terms that the
 * first screen shows in other places.
 */
export function TermsList({ isWhole }: { isWhole: boolean }) {
  const t = useText();
  const { money, lasts } = useCheckoutWords();
  const terms = useDialogChart('checkout', selectTerms);
  const method = useDialogChart('checkout', selectMethodChosen);
  const nameOf = useMethodName();
  if (!terms) return null;
  const { credits, photos, perPhoto, currency, kind } = terms;
  return (
    <dl className="checkout-terms">
      {isWhole && (
        <Row name={t('checkout.term.what')}>
          {t('checkout.term.what.value', {
            credits: t('checkout.credits', { credits }),
            kind: t(`checkout.kind.${kind}`),
          })}
        </Row>
      )}
      <Row name={t('checkout.term.lasts')}>{lasts(terms)}</Row>
      {photos > 0 && <Row name={t('checkout.term.perPhoto')}>{money(perPhoto, currency)}</Row>}
      {isWhole && kind === 'plan' && (
        <Row isSentence name={t('checkout.term.renewal')}>
          <RenewalWords terms={terms} />
        </Row>
      )}
      {isWhole && method && <Row name={t('checkout.term.method')}>{nameOf(method)}</Row>}
      {isWhole && (
        <Row isSentence name={t('checkout.term.when')}>
          {t('checkout.when')}
        </Row>
      )}
      <Row isSentence name={t('checkout.term.withdrawal')}>
        {t('checkout.withdrawal')}
      </Row>
      <Total terms={terms} />
    </dl>
  );
}
