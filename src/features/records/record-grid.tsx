import { selectHasMore, selectRecords } from '../../../machines/records/records.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RecordCard } from './record-card.tsx';
import { selectIsLiveLost, selectIsLoadingMore, selectIsMoreFailed } from './records.selectors.ts';

export function RecordGrid() {
  const t = useText();
  const records = usePageChart('records', selectRecords) ?? [];
  const hasMore = usePageChart('records', selectHasMore);
  const loadingMore = usePageChart('records', selectIsLoadingMore) ?? false;
  const moreFailed = usePageChart('records', selectIsMoreFailed);
  const lost = usePageChart('records', selectIsLiveLost);
  const send = useSend('records');
  return (
    <>
      <div role="status">
        {lost && (
          <Notice tone="warn" icon="offline">
            {t('records.lost')}
          </Notice>
        )}
      </div>
      <ul className="record-grid">
        {records.map((record) => (
          <li key={record.id}>
            <RecordCard record={record} />
          </li>
        ))}
      </ul>
      <div className="records-more" role="status">
        {moreFailed && <p>{t('records.moreFailed')}</p>}
        {hasMore && (
          <Button disabled={loadingMore} onClick={() => send({ type: 'records.moreRequested' })}>
            {t(loadingMore ? 'records.loadingMore' : moreFailed ? 'failure.retry' : 'records.more')}
          </Button>
        )}
      </div>
    </>
  );
}
