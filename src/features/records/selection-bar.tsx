import './selection.css';
import {
  selectCanRemoveSelected,
  selectCanSave,
  selectIsArchiving,
  selectResultCount,
  selectSaveLimit,
  selectSelectedCount,
} from '../../../machines/records/records.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useFocusAfter } from './use-focus-after.ts';

/** Shows a button that saves the results. Names their number if some records have no result. */
function SaveButton({ selected }: { selected: number }) {
  const t = useText();
  const results = usePageChart('records', selectResultCount) ?? 0;
  const canSave = usePageChart('records', selectCanSave) ?? false;
  const isSaving = usePageChart('archive', selectIsArchiving) ?? false;
  const send = useSend('records');
  const words = results < selected ? t('records.saveSome', { count: results }) : t('records.save');
  return (
    // a disabled button would lose the focus
    <Button
      look="primary"
      aria-disabled={!canSave || isSaving}
      onClick={() => send({ type: 'archive.pressed' })}
    >
      <Icon name="download" />
      {isSaving ? t('records.saving') : words}
    </Button>
  );
}

/** Shows how many records are selected, and what can be done with them. */
export function SelectionBar() {
  const t = useText();
  const formats = useFormats();
  const count = usePageChart('records', selectSelectedCount) ?? 0;
  const limit = usePageChart('records', selectSaveLimit);
  const canRemove = usePageChart('records', selectCanRemoveSelected) ?? false;
  const send = useSend('records');
  const bar = useFocusAfter<HTMLDivElement>('.records');
  return (
    <div ref={bar} className="selection-bar">
      <p role="status">
        {t('records.selected', { count })}
        {limit !== null && <small>{t('records.tooMuch', { size: formats.bytes(limit) })}</small>}
      </p>
      <Button
        look="quiet"
        iconOnly
        aria-label={t('records.selectDone')}
        onClick={() => send({ type: 'records.selectionLeft' })}
      >
        <Icon name="close" />
      </Button>
      <SaveButton selected={count} />
      <Button
        look="danger"
        aria-disabled={!canRemove}
        onClick={() => send({ type: 'removals.pressed' })}
      >
        <Icon name="trash" />
        {t('records.remove')}
      </Button>
    </div>
  );
}
