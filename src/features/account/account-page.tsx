import './account.css';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import {
  type AccountView,
  selectAccountFailure,
  selectAccountView,
} from '../../../machines/account/account.selectors.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import { PassingButton } from '../../ui/passing-button.tsx';
import { StateMessage } from '../../ui/state-message.tsx';

const loadSections = () => import('./account-sections.tsx');
const Sections = lazy(loadSections);

/** Shows that the account is loading. `words` is null until the chart runs. */
function Loading({ words }: { words: string | null }) {
  // loads the sections while the server answers; a failure is shown when they are rendered
  useEffect(() => {
    loadSections().catch(() => {});
  }, []);
  return (
    <div role="status" className="account-coming">
      {words && <span className="sr-only">{words}</span>}
      <div />
      <div />
      <div />
    </div>
  );
}

function SignedOut() {
  const t = useText();
  const send = useSend('session');
  return (
    <StateMessage
      level={2}
      icon="person"
      title={t('account.signedOut.title')}
      actions={
        <Button look="primary" large onClick={() => send({ type: 'signIn.pressed' })}>
          {t('nav.signIn')}
        </Button>
      }
    >
      <p>{t('account.signedOut.text')}</p>
    </StateMessage>
  );
}

function Failed() {
  const t = useText();
  const failure = usePageChart('account', selectAccountFailure);
  const send = useSend('account');
  return (
    <StateMessage
      level={2}
      icon={failureIcon(failure)}
      title={t('account.failed.title')}
      actions={
        <PassingButton look="primary" onClick={() => send({ type: 'account.retried' })}>
          {t('failure.retry')}
        </PassingButton>
      }
    >
      {failure && (
        <p>
          <FailureText failure={failure} />
        </p>
      )}
    </StateMessage>
  );
}

function Shown() {
  const t = useText();
  return (
    <Suspense fallback={<Loading words={t('account.loading')} />}>
      <Sections />
    </Suspense>
  );
}

const views: Record<Exclude<AccountView, 'loading'>, () => ReactNode> = {
  signedOut: () => <SignedOut />,
  failed: () => <Failed />,
  shown: () => <Shown />,
};

/** Shows the account page (R76). */
export function AccountPage() {
  const t = useText();
  const view = usePageChart('account', selectAccountView);
  return (
    <div className="page account" {...useChartAttributes('account')}>
      <h1 className="account-title">{t('nav.account')}</h1>
      {view === null || view === 'loading' ? (
        <Loading words={view && t('account.loading')} />
      ) : (
        views[view]()
      )}
    </div>
  );
}
