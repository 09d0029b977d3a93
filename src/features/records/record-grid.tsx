import {
  selectCanLoadMore,
  selectHasMore,
  selectIsFiltering,
  selectIsLoadingMore,
  selectIsMoreFailed,
  selectIsSelecting,
  selectLive,
  selectRecords,
  selectWatchFailure,
} from '../../../machines/records/records.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Notice } from '../../ui/notice.tsx';
import { RecordCard } from './record-card.tsx';
import { SelectionBar } from './selection-bar.tsx';

/** Loads late, because no card needs it before a touch. */
const watchHolds = (list: HTMLElement | null) => {
  // without it, a finger that is held opens the menu of the browser
  if (list) import('./watch-holds.ts').then((late) => late.watchHolds(list)).catch(() => {});
};

/** Appears while the progress on the cards may be outdated. */
function LiveNote() {
  const t = useText();
  const live = usePageChart('records', selectLive) ?? 'inTouch';
  const failure = usePageChart('records', selectWatchFailure);
  const send = useSend('records');
  if (live === 'inTouch') return null;
  return (
    <Notice
      tone="warn"
      icon={failureIcon(failure)}
      actions={
        <Button onClick={() => send({ type: 'records.retried' })}>{t('waiting.tryNow')}</Button>
      }
    >
      {t(live === 'lost' ? 'records.lost' : 'result.stopped')}
    </Notice>
  );
}

export function RecordGrid() {
  const t = useText();
  const records = usePageChart('records', selectRecords) ?? [];
  const hasMore = usePageChart('records', selectHasMore);
  const loadingMore = usePageChart('records', selectIsLoadingMore) ?? false;
  const canLoadMore = usePageChart('records', selectCanLoadMore) ?? false;
  const moreFailed = usePageChart('records', selectIsMoreFailed);
  const selecting = usePageChart('records', selectIsSelecting) ?? false;
  const filtering = usePageChart('records', selectIsFiltering) ?? false;
  const send = useSend('records');
  return (
    <div className="record-list" inert={filtering} aria-busy={filtering}>
      <div role="status">
        <LiveNote />
      </div>
      <ul ref={watchHolds} className="record-grid" data-selecting={selecting}>
        {records.map((record) => (
          <li key={record.id}>
            <RecordCard record={record} />
          </li>
        ))}
      </ul>
      <div className="records-more" role="status">
        {moreFailed && <p>{t('records.moreFailed')}</p>}
        {hasMore && (
          <Button disabled={!canLoadMore} onClick={() => send({ type: 'records.moreRequested' })}>
            {t(loadingMore ? 'records.loadingMore' : moreFailed ? 'failure.retry' : 'records.more')}
          </Button>
        )}
      </div>
      {selecting && <SelectionBar />}
    </div>
  );
}
