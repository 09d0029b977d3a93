import { Suspense, useEffect, useId, useRef } from 'react';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { selectIsChoosing } from '../../../machines/result/result.files.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazyNote } from '../../ui/lazy-note.ts';

type Props = { result: NonNullable<TaskRecord['result']> };

const SavePanel = lazyNote<Props>(() => import('./save-panel.tsx'));

/** Shows the menu for saving in another format. Escape, or a tap outside the menu, closes it. */
export function SaveMenu({ result }: Props) {
  const t = useText();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = usePageChart('result', selectIsChoosing) ?? false;
  const send = useSend('result');
  useEffect(() => {
    if (!isOpen) return;
    // closes on click and not on pointerdown or focus: closing moves the content below the panel, and
    // the pressed element would move away before the click
    const closeOutside = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Tab') return;
      if (event.target instanceof Node && menu.current?.contains(event.target)) return;
      send({ type: 'formats.closed' });
    };
    // on the document, because Safari does not focus a button that is clicked
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      send({ type: 'formats.closed' });
      button.current?.focus();
    };
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('click', closeOutside);
    document.addEventListener('keyup', closeOutside);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('click', closeOutside);
      document.removeEventListener('keyup', closeOutside);
    };
  }, [isOpen, send]);
  return (
    <div className="save-menu" ref={menu}>
      <Button
        ref={button}
        large
        aria-label={t('result.formats.label')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => send({ type: isOpen ? 'formats.closed' : 'formats.opened' })}
      >
        {t('result.formats')}
        <Icon name="chevron" size={16} />
      </Button>
      <fieldset
        id={id}
        className="save-panel"
        aria-label={t('result.formats.label')}
        hidden={!isOpen}
      >
        {isOpen && (
          <Suspense fallback={null}>
            <SavePanel result={result} />
          </Suspense>
        )}
      </fieldset>
    </div>
  );
}
