import './selection.css';
import {
  selectCanRemoveSelected,
  selectCanSave,
  selectIsSaving,
  selectSelectedCount,
} from '../../../machines/records/records.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useFocusAfter } from './use-focus-after.ts';

/** Shows how many records are selected, and what can be done with them. */
export function SelectionBar() {
  const t = useText();
  const count = usePageChart('records', selectSelectedCount) ?? 0;
  const canSave = usePageChart('records', selectCanSave) ?? false;
  const isSaving = usePageChart('records', selectIsSaving) ?? false;
  const canRemove = usePageChart('records', selectCanRemoveSelected) ?? false;
  const send = useSend('records');
  const bar = useFocusAfter<HTMLDivElement>('.records');
  return (
    <div ref={bar} className="selection-bar">
      <p role="status">{t('records.selected', { count })}</p>
      <Button
        look="quiet"
        iconOnly
        aria-label={t('records.selectDone')}
        onClick={() => send({ type: 'records.selectionLeft' })}
      >
        <Icon name="close" />
      </Button>
      {/* disabled buttons would lose the focus */}
      <Button
        look="primary"
        aria-disabled={!canSave}
        onClick={() => send({ type: 'archive.pressed' })}
      >
        <Icon name="download" />
        {t(isSaving ? 'records.saving' : 'records.save')}
      </Button>
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
