import { isLossy, qualities, type SaveFormat } from '../../../machines/model/picture-format.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import {
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
import { Slider } from '../../ui/slider.tsx';
import { kindOf } from './kind-of.ts';

type Props = { result: NonNullable<TaskRecord['result']> };

/**
 * Returns a function that names a format. The delivered format has the name of the result's file
 * format.
 */
const useFormatName = ({ result }: Props) => {
  const kind = kindOf(result.mime);
  return (format: SaveFormat) => (format === 'delivered' ? kind : formatName(format));
};

/** Shows the choice of format and quality, with a hint for each format. */
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

/**
 * Shows a button that saves the file, with the size of the file or the reason why no file could be
 * made.
 */
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

/** Shows the content of the save menu. The code loads when the menu is opened for the first time. */
export default function SavePanel({ result }: Props) {
  return (
    <>
      <FormatChoice result={result} />
      <SaveButton result={result} />
    </>
  );
}
