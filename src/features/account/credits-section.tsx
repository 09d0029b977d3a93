import {
  selectCredits,
  selectCreditsFailure,
  selectCreditsFileView,
  selectCreditsView,
  selectFileFailure,
} from '../../../machines/account/account.selectors.ts';
import { creditsLeft } from '../../../machines/model/credits.ts';
import type { Lot } from '../../../machines/model/ledger.ts';
import { selectOpenOrders } from '../../../machines/purchase/purchase.selectors.ts';
import { selectAllowance } from '../../../machines/session/session.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import { OpenOrders } from '../../i18n/open-orders.tsx';
import { useText } from '../../i18n/text.tsx';
import { useChart, usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { AccountFailure, AccountSection } from './account-section.tsx';
import { CreditLines } from './credit-lines.tsx';

function LotLine({ lot: { source, balance, expiresAt } }: { lot: Lot }) {
  const t = useText();
  return (
    <li>
      {t(`account.credits.from.${source}`)}
      {' · '}
      {expiresAt === null
        ? t('account.credits.forever', { balance })
        : t('account.credits.until', { balance, at: new Date(expiresAt) })}
    </li>
  );
}

function WaitingOrders() {
  const open = useChart('purchase', selectOpenOrders);
  const send = useSend('purchase');
  return (
    <OpenOrders
      orders={open}
      onOpen={(code, intent) => send({ type: 'order.opened', code, intent })}
    />
  );
}

/** Shows balance, expiry dates and the daily allowance. */
function Balance({ balance, lots }: { balance: number; lots: readonly Lot[] }) {
  const t = useText();
  const allowance = useChart('session', selectAllowance);
  const purchase = useSend('purchase');
  return (
    <div className="account-balance">
      <p>
        <strong>{t('credits.balance', { balance })}</strong>
      </p>
      {lots.length > 0 && (
        <ul>
          {lots.map((lot) => (
            <LotLine key={`${lot.source} ${lot.expiresAt} ${lot.balance}`} lot={lot} />
          ))}
        </ul>
      )}
      {allowance && allowance.limit > 0 && (
        <p className="account-hint">
          {t('account.credits.today', { left: creditsLeft(allowance), limit: allowance.limit })}
        </p>
      )}
      <div className="account-actions">
        <Button
          look="primary"
          onClick={() => purchase({ type: 'purchase.pressed', price: null, task: null })}
        >
          {t('purchase.get')}
        </Button>
        <LocaleLink to="/manage-membership-plan" className={buttonClass()}>
          {t('footer.managePlan')}
        </LocaleLink>
      </div>
      {/* below the button, because a list that arrives late must not move it */}
      <WaitingOrders />
    </div>
  );
}

function More() {
  const t = useText();
  const view = usePageChart('account', selectCreditsView);
  const failure = usePageChart('account', selectCreditsFailure);
  const hasMore = usePageChart('account', selectCredits)?.nextCursor != null;
  const send = useSend('account');
  const isLoading = view === 'loadingMore';
  return (
    <>
      <div role="status">
        {view === 'moreFailed' && (
          <AccountFailure title="account.credits.moreFailed" failure={failure} />
        )}
      </div>
      {hasMore && (
        <PassingButton
          aria-disabled={isLoading}
          onClick={() => send({ type: 'moreCredits.pressed' })}
        >
          {isLoading && <span className="spinner" />}
          {t(
            isLoading
              ? 'account.credits.loadingMore'
              : view === 'moreFailed'
                ? 'failure.retry'
                : 'account.credits.more',
          )}
        </PassingButton>
      )}
    </>
  );
}

/** Shows a button that saves the whole ledger as a file, for bookkeeping. */
function SaveFile() {
  const t = useText();
  const view = usePageChart('account', selectCreditsFileView);
  const failure = usePageChart('account', selectFileFailure);
  const send = useSend('account');
  const isSaving = view === 'saving';
  return (
    <>
      <PassingButton
        look="quiet"
        aria-disabled={isSaving}
        onClick={() => send({ type: 'creditsFile.pressed' })}
      >
        {isSaving ? <span className="spinner" /> : <Icon name="download" />}
        {t(isSaving ? 'account.credits.saving' : 'account.credits.save')}
      </PassingButton>
      <div role="status">
        {view === 'failed' && <AccountFailure title="account.credits.notSaved" failure={failure} />}
      </div>
    </>
  );
}

function Listed() {
  const t = useText();
  const credits = usePageChart('account', selectCredits);
  if (!credits) return null;
  const { balance, lots, lines } = credits;
  return (
    <>
      <Balance balance={balance} lots={lots} />
      <details className="fold account-history">
        <summary>
          <h3>{t('account.credits.history')}</h3>
          <Icon name="chevron" />
        </summary>
        <div className="account-body">
          {lines.length === 0 ? (
            <p className="account-hint">{t('account.credits.none')}</p>
          ) : (
            <>
              <CreditLines lines={lines} />
              <More />
              <SaveFile />
            </>
          )}
        </div>
      </details>
    </>
  );
}

function Failed() {
  const t = useText();
  const failure = usePageChart('account', selectCreditsFailure);
  const send = useSend('account');
  return (
    <AccountFailure
      title="account.credits.failed"
      failure={failure}
      actions={
        <Button onClick={() => send({ type: 'credits.retried' })}>{t('failure.retry')}</Button>
      }
    />
  );
}

/** Shows the credits of the account (R70). */
export function CreditsSection() {
  const t = useText();
  const view = usePageChart('account', selectCreditsView) ?? 'loading';
  return (
    <AccountSection title="account.credits.title" lead={t('account.credits.lead')}>
      {view === 'loading' && (
        <p role="status" className="account-waiting">
          <span className="spinner" />
          {t('account.credits.loading')}
        </p>
      )}
      {view === 'failed' && (
        <>
          <Failed />
          <WaitingOrders />
        </>
      )}
      {view !== 'loading' && view !== 'failed' && <Listed />}
    </AccountSection>
  );
}
