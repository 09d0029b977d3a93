import './selection.css';
import { useRef } from 'react';
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
import { PassingButton } from '../../ui/passing-button.tsx';
import { useFocusAfter } from './use-focus-after.ts';

/**
 * Shows a button that saves the results, and one that stops this. Names the number of results if
 * some records have none.
 */
function SaveButtons({ selected }: { selected: number }) {
  const t = useText();
  const results = usePageChart('records', selectResultCount) ?? 0;
  const canSave = usePageChart('records', selectCanSave) ?? false;
  const isSaving = usePageChart('archive', selectIsArchiving) ?? false;
  const send = useSend('records');
  const sendToArchive = useSend('archive');
  const save = useRef<HTMLButtonElement>(null);
  const words = results < selected ? t('records.saveSome', { count: results }) : t('records.save');
  return (
    <>
      <Button
        ref={save}
        look="primary"
        // a disabled button would lose the focus
        aria-disabled={!canSave || isSaving}
        onClick={() => send({ type: 'archive.pressed' })}
      >
        <Icon name="download" />
        {isSaving ? t('records.saving') : words}
      </Button>
      {isSaving && (
        <PassingButton
          look="quiet"
          nextFocus={save}
          onClick={() => sendToArchive({ type: 'archive.cancelled' })}
        >
          {t('dialog.cancel')}
        </PassingButton>
      )}
    </>
  );
}

/** Shows how many records are selected, and what can be done with them. */
export function SelectionBar() {
  const t = useText();
  const formats = useFormats();
  const count = usePageChart('records', selectSelectedCount) ?? 0;
  const limit = usePageChart('records', selectSaveLimit);
  const canRemove = usePageChart('records', selectCanRemoveSelected) ?? false;
  const isSaving = usePageChart('archive', selectIsArchiving) ?? false;
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
      <SaveButtons selected={count} />
      {/* the button that stops a download takes its place, so that a double click does not hit it */}
      {!isSaving && (
        <Button
          look="danger"
          aria-disabled={!canRemove}
          onClick={() => send({ type: 'removals.pressed' })}
        >
          <Icon name="trash" />
          {t('records.remove')}
        </Button>
      )}
    </div>
  );
}
