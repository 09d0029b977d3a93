import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { isLossy, qualities, type SaveFormat } from '../../../machines/model/picture-format.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import {
  selectCanChoose,
  selectChoice,
  selectFileFailure,
  selectFormat,
  selectFormats,
  selectLosesTransparency,
  selectMadeBytes,
  selectQuality,
  selectSuggested,
} from '../../../machines/result/result.files.selectors.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { formatName } from '../../i18n/format-names.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Slider } from '../../ui/slider.tsx';
import { kindOf } from './kind-of.ts';

type Props = { result: NonNullable<TaskRecord['result']> };

/** The name of a format; the delivered one has that of its file. */
const useFormatName = ({ result }: Props) => {
  const kind = kindOf(result.mime);
  return (format: SaveFormat) => (format === 'delivered' ? kind : formatName(format));
};

/** The format to save in, its quality, and what speaks for or against it. */
function FormatChoice({ result }: Props) {
  const t = useText();
  const nameOf = useFormatName({ result });
  const { percent } = useFormats();
  const formats = usePageChart('result', selectFormats) ?? [];
  const format = usePageChart('result', selectFormat) ?? 'delivered';
  const suggested = usePageChart('result', selectSuggested) ?? 'delivered';
  const quality = usePageChart('result', selectQuality) ?? qualities.usual;
  const losesTransparency = usePageChart('result', selectLosesTransparency) ?? false;
  const send = useSend('result');
  return (
    <>
      <ChoiceRow
        label={t('result.formats')}
        choices={formats.map((value) => ({
          value,
          name: value === 'delivered' ? t('result.formats.delivered') : nameOf(value),
        }))}
        value={format}
        onChange={(value) => send({ type: 'format.chosen', format: value as SaveFormat })}
      />
      {losesTransparency && <p className="save-note">{t('result.formats.transparency')}</p>}
      {suggested !== 'delivered' && (
        <p className="save-note">
          {t('result.formats.suggested', { format: formatName(suggested) })}
        </p>
      )}
      {isLossy(format) && (
        <Slider
          label={t('result.quality')}
          min={qualities.least}
          max={qualities.most}
          step={qualities.step}
          value={quality}
          valueText={percent(quality / 100)}
          onChange={(value) => send({ type: 'quality.changed', quality: value })}
        />
      )}
    </>
  );
}

/** Saves the file, and shows its size or why there is none. */
function SaveButton({ result }: Props) {
  const t = useText();
  const nameOf = useFormatName({ result });
  const { bytes } = useFormats();
  const choice = usePageChart('result', selectChoice);
  const format = usePageChart('result', selectFormat) ?? 'delivered';
  const made = usePageChart('result', selectMadeBytes);
  const failure = usePageChart('result', selectFileFailure);
  const send = useSend('result');
  const isDelivered = choice === 'delivered';
  const size = isDelivered ? result.bytes : made;
  const words = t('result.save', { format: nameOf(format) });
  return (
    <>
      <p className="save-size" role="status">
        <span>{t('result.file')}</span>
        {choice !== 'failed' && <span>{size ? bytes(size) : t('result.formats.making')}</span>}
      </p>
      {failure && (
        <p className="save-note" role="alert">
          {t(failure.reason === 'unsupported' ? 'result.formats.failed' : failureWords(failure))}
        </p>
      )}
      {choice === 'failed' ? (
        <Button onClick={() => send({ type: 'encoding.retried' })}>{t('failure.retry')}</Button>
      ) : isDelivered ? (
        <a
          href={result.downloadUrl}
          download={result.fileName}
          onClick={() => send({ type: 'download.pressed' })}
          className={buttonClass('primary')}
        >
          {words}
        </a>
      ) : (
        <Button
          look="primary"
          // `disabled` would lose the focus
          aria-disabled={choice !== 'made'}
          onClick={() => send({ type: 'save.pressed' })}
        >
          {words}
        </Button>
      )}
    </>
  );
}

/** The choice of formats beside the download; Escape and a tap beside it close it. */
export function SaveMenu({ result }: Props) {
  const t = useText();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = usePageChart('result', (snapshot) => selectChoice(snapshot) !== null) ?? false;
  const canChoose = usePageChart('result', selectCanChoose) ?? false;
  const send = useSend('result');
  useEffect(() => {
    if (!isOpen) return;
    // not on pointerdown or focus: below the panel, what is pressed would move away before the click
    const closeOutside = (event: Event) => {
      if (event instanceof globalThis.KeyboardEvent && event.key !== 'Tab') return;
      if (event.target instanceof Node && menu.current?.contains(event.target)) return;
      send({ type: 'formats.closed' });
    };
    document.addEventListener('click', closeOutside);
    document.addEventListener('keyup', closeOutside);
    return () => {
      document.removeEventListener('click', closeOutside);
      document.removeEventListener('keyup', closeOutside);
    };
  }, [isOpen, send]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    send({ type: 'formats.closed' });
    button.current?.focus();
  };
  return (
    <div className="save-menu" ref={menu} onKeyDown={onKeyDown}>
      <Button
        ref={button}
        large
        aria-label={t('result.formats.label')}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-disabled={!canChoose}
        onClick={() => send({ type: isOpen ? 'formats.closed' : 'formats.opened' })}
      >
        {t('result.formats')}
        <Icon name="chevron" size={16} />
      </Button>
      <div
        id={id}
        className="save-panel"
        role="group"
        aria-label={t('result.formats.label')}
        hidden={!isOpen}
      >
        {isOpen && (
          <>
            <FormatChoice result={result} />
            <SaveButton result={result} />
          </>
        )}
      </div>
    </div>
  );
}
