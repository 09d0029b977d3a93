import { useEffect } from 'react';
import {
  selectAreAllSelected,
  selectCanSelect,
  selectIsSelecting,
} from '../../../machines/records/records.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { onSingleClick } from '../../ui/on-single-click.ts';

/** Escape leaves the selection, unless it closes a dialog or a menu. */
function useEscape(isActive: boolean, leave: () => void) {
  useEffect(() => {
    if (!isActive) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector('dialog[open], details[open]')) leave();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

/** Shows the link to the studio, and the buttons that start, change and end the selection. */
export function HeadActions() {
  const t = useText();
  const isSelecting = usePageChart('records', selectIsSelecting) ?? false;
  const canSelect = usePageChart('records', selectCanSelect);
  const areAll = usePageChart('records', selectAreAllSelected);
  const send = useSend('records');
  const leave = () => send({ type: 'records.selectionLeft' });
  const toggle = () => (isSelecting ? leave() : send({ type: 'records.selecting' }));
  useEscape(isSelecting, leave);
  return (
    <div className="records-actions">
      {isSelecting && (
        // takes the place of the button that starts the selection
        <Button onClick={onSingleClick(() => send({ type: 'records.allToggled' }))}>
          {t(areAll ? 'records.selectNone' : 'records.selectAll')}
        </Button>
      )}
      {(isSelecting || canSelect) && (
        // the same button starts and ends the selection, so that it keeps the focus
        <Button key="select" onClick={onSingleClick(toggle)}>
          {t(isSelecting ? 'records.selectDone' : 'records.select')}
        </Button>
      )}
      {!isSelecting && (
        // is where "Done" was, so a second click on "Done" must not follow the link
        <LocaleLink
          to="/"
          className={buttonClass('primary')}
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {t('records.start')}
        </LocaleLink>
      )}
    </div>
  );
}
