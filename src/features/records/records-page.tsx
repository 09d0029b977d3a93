import './records.css';
import type { ReactNode } from 'react';
import {
  type RecordsView,
  selectCounted,
  selectRecordsFailure,
  selectRecordsView,
  selectTool,
} from '../../../machines/records/records.selectors.ts';
import { selectIsLoggedIn } from '../../../machines/session/session.selectors.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import { LocaleLink } from '../../i18n/link.tsx';
import { useText } from '../../i18n/text.tsx';
import { useChart, usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import { StateMessage } from '../../ui/state-message.tsx';
import { HeadActions } from './head-actions.tsx';
import { RecordGrid } from './record-grid.tsx';
import { ToolChips } from './tool-chips.tsx';
import { usePresses } from './use-presses.ts';

/** Announces that the records are loading, and later how many a chosen tool has. */
function Announcement({ view }: { view: RecordsView }) {
  const t = useText();
  const count = usePageChart('records', selectCounted);
  return (
    <p className="sr-only" role="status">
      {view === 'loading' && t('records.loading')}
      {count !== null && t('records.counted', { count })}
    </p>
  );
}

const Loading = () => (
  <div className="record-grid">
    {['first', 'second', 'third'].map((place) => (
      <div key={place} className="record-card record-card--coming" />
    ))}
  </div>
);

function Empty() {
  const t = useText();
  const tool = usePageChart('records', selectTool) ?? null;
  // the chips above offer the records of all tools
  if (tool !== null) return <StateMessage level={2} title={t('records.empty.tool')} />;
  return (
    <StateMessage
      level={2}
      title={t('records.empty.title')}
      actions={
        <LocaleLink to="/" className={buttonClass('primary')}>
          {t('records.start')}
        </LocaleLink>
      }
    >
      <p>{t('records.empty.text')}</p>
    </StateMessage>
  );
}

function Failed() {
  const t = useText();
  const failure = usePageChart('records', selectRecordsFailure);
  const send = useSend('records');
  return (
    <StateMessage
      level={2}
      icon={failureIcon(failure)}
      title={t('records.failed.title')}
      actions={
        <Button look="primary" onClick={() => send({ type: 'records.retried' })}>
          {t('failure.retry')}
        </Button>
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

const views: Record<RecordsView, () => ReactNode> = {
  loading: () => <Loading />,
  empty: () => <Empty />,
  failed: () => <Failed />,
  listed: () => <RecordGrid />,
};

export function RecordsPage() {
  const t = useText();
  const view = usePageChart('records', selectRecordsView) ?? 'loading';
  const isSignedIn = useChart('session', selectIsLoggedIn);
  const send = useSend('records');
  const page = usePresses(() => send({ type: 'records.selectionLeft' }));
  return (
    // takes the focus on a press beside the cards, so that Escape works there too
    <div ref={page} tabIndex={-1} className="page records" {...useChartAttributes('records')}>
      <header className="records-head">
        <div>
          <h1 className="page-title">{t('records.title')}</h1>
          <p className="muted">{t(isSignedIn ? 'records.lead.user' : 'records.lead')}</p>
        </div>
        {view === 'listed' && <HeadActions />}
      </header>
      <ToolChips />
      <Announcement view={view} />
      {views[view]()}
    </div>
  );
}
