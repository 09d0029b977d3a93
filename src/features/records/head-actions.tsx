import {
  selectAreAllSelected,
  selectCanSelect,
  selectCanSelectAll,
  selectIsLoadingAll,
  selectIsSelecting,
} from '../../../machines/records/records.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button, buttonClass } from '../../ui/button.tsx';

/** Shows a button that selects all records, or none if all are selected. */
function SelectAll() {
  const t = useText();
  const areAll = usePageChart('records', selectAreAllSelected);
  const isLoading = usePageChart('records', selectIsLoadingAll);
  const canSelectAll = usePageChart('records', selectCanSelectAll);
  const send = useSend('records');
  return (
    // a disabled button would lose the focus
    <Button aria-disabled={!canSelectAll} onClick={() => send({ type: 'records.allToggled' })}>
      {t(isLoading ? 'records.loadingMore' : areAll ? 'records.selectNone' : 'records.selectAll')}
    </Button>
  );
}

/** Shows the link to the studio, and the buttons that start, change and end the selection. */
export function HeadActions() {
  const t = useText();
  const isSelecting = usePageChart('records', selectIsSelecting) ?? false;
  const canSelect = usePageChart('records', selectCanSelect);
  const send = useSend('records');
  return (
    <div className="records-actions">
      {isSelecting && <SelectAll />}
      {(isSelecting || canSelect) && (
        // the same button starts and ends the selection, so that it keeps the focus
        <Button key="select" onClick={() => send({ type: 'records.selectionToggled' })}>
          {t(isSelecting ? 'records.selectDone' : 'records.select')}
        </Button>
      )}
      {!isSelecting && (
        <LocaleLink to="/" className={buttonClass('primary')}>
          {t('records.start')}
        </LocaleLink>
      )}
    </div>
  );
}
