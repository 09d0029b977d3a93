import {
  selectAccount,
  selectClock,
  selectClockView,
  selectCopyView,
  selectExportFailure,
} from '../../../machines/account/account.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import { Text, useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { AccountFailure, AccountSection, FoldedSection } from './account-section.tsx';

function Counted() {
  const t = useText();
  const { count, next } = usePageChart('account', selectClock) ?? { count: 0, next: null };
  if (next === null) return <p>{t('account.clock.none')}</p>;
  return (
    <p className="account-clock">
      <Icon name="clock" />
      {t('account.clock.some', { count, at: new Date(next) })}
    </p>
  );
}

/**
 * Shows how long records are stored (R76). The records page shows the expiry of each record, with a
 * button that deletes the record.
 */
export function ClockSection() {
  const t = useText();
  const view = usePageChart('account', selectClockView) ?? 'counting';
  const count = usePageChart('account', selectClock)?.count ?? 0;
  const send = useSend('account');
  return (
    <FoldedSection title="account.clock.title" lead={t('account.clock.lead')}>
      <div role="status">
        {view === 'counting' && (
          <p className="account-waiting">
            <span className="spinner" />
            {t('account.clock.counting')}
          </p>
        )}
        {view === 'counted' && <Counted />}
        {view === 'failed' && <p>{t('account.clock.failed')}</p>}
      </div>
      <div className="account-actions">
        {view === 'failed' && (
          <PassingButton onClick={() => send({ type: 'clock.retried' })}>
            {t('failure.retry')}
          </PassingButton>
        )}
        {(view !== 'counted' || count > 0) && (
          <LocaleLink to="/record" className={buttonClass()}>
            {t('account.clock.open')}
          </LocaleLink>
        )}
      </div>
    </FoldedSection>
  );
}

function Asked() {
  const t = useText();
  const address = usePageChart('account', selectAccount)?.email;
  return (
    <Notice tone="good" icon="check" title={t('account.copy.asked.title')} live>
      <p className="account-address">
        <Text id="account.copy.asked" values={{ address: <b>{address}</b> }} />
      </p>
    </Notice>
  );
}

/** Shows the button that requests a copy of all data by mail. */
export function CopySection() {
  const t = useText();
  const view = usePageChart('account', selectCopyView) ?? 'still';
  const failure = usePageChart('account', selectExportFailure);
  const send = useSend('account');
  const isAsking = view === 'asking';
  return (
    <FoldedSection title="account.copy.title" lead={t('account.copy.lead')} open={view !== 'still'}>
      <div role="status">
        {view === 'failed' && <AccountFailure title="account.copy.failed" failure={failure} />}
        {view === 'over' && (
          <Notice tone="warn" icon="clock" title={t('account.copy.over.title')}>
            <p>{t('account.copy.over')}</p>
          </Notice>
        )}
      </div>
      {view === 'asked' ? (
        <Asked />
      ) : (
        <PassingButton aria-disabled={isAsking} onClick={() => send({ type: 'export.pressed' })}>
          {isAsking ? <span className="spinner" /> : <Icon name="download" />}
          {t(isAsking ? 'account.copy.asking' : 'account.copy.ask')}
        </PassingButton>
      )}
    </FoldedSection>
  );
}

/** Shows the button that deletes the account. */
export function DeletionSection() {
  const t = useText();
  const send = useSend('account');
  return (
    <FoldedSection title="account.deletion.title" lead={t('account.deletion.lead')}>
      <Button look="danger" onClick={() => send({ type: 'change.pressed', kind: 'deletion' })}>
        <Icon name="trash" />
        {t('account.deletion.open')}
      </Button>
    </FoldedSection>
  );
}

/** Shows the button for signing out. */
export function SignOutSection() {
  const t = useText();
  const send = useSend('session');
  return (
    <AccountSection title="account.leave.title" lead={t('account.leave.lead')}>
      <Button onClick={() => send({ type: 'signOut.pressed' })}>{t('nav.signOut')}</Button>
    </AccountSection>
  );
}
