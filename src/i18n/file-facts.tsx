import {
  selectFileFailure,
  selectFileStage,
  selectFormat,
  selectIsScaledDown,
  selectMade,
} from '../../machines/encoder/encoder.selectors.ts';
import { useChart, useSend } from '../machine-react/use-chart.ts';
import { Button } from '../ui/button.tsx';
import { FailureText } from './failure-text.tsx';
import type { EncoderChart } from './file-settings.tsx';
import { formatName } from './format-names.ts';
import { useText } from './text.tsx';
import { useFormats } from './use-formats.ts';

type Props = { chart: EncoderChart };

/**
 * Shows the size of the file before it is saved. `delivered` is the size of the unchanged result.
 */
export function FileSize({ chart, delivered }: Props & { delivered?: number }) {
  const t = useText();
  const { bytes, pixels } = useFormats();
  const stage = useChart(chart, selectFileStage);
  const made = useChart(chart, selectMade);
  const isScaledDown = useChart(chart, selectIsScaledDown);
  const words = () => {
    if (stage === 'delivered') return delivered ? bytes(delivered) : null;
    if (made) return `${bytes(made.file.size)} · ${pixels(made.width, made.height)}`;
    return stage === 'failed' || stage === 'outOfRange' ? null : t('result.formats.making');
  };
  return (
    <>
      <p className="file-size" role="status">
        <span>{t('result.file')}</span>
        <span>{words()}</span>
      </p>
      {made && isScaledDown && (
        <p className="file-note">{t('file.scaled', { size: pixels(made.width, made.height) })}</p>
      )}
    </>
  );
}

/** Shows a button that saves the file, or the reason why no file could be made. */
export function SaveFile({ chart, large = false }: Props & { large?: boolean }) {
  const t = useText();
  const stage = useChart(chart, selectFileStage);
  const format = useChart(chart, selectFormat);
  const failure = useChart(chart, selectFileFailure);
  const send = useSend(chart);
  return (
    <>
      {failure && (
        <p className="file-note" role="alert">
          <FailureText
            failure={failure}
            words={failure.reason === 'unsupported' ? 'result.formats.failed' : undefined}
          />
        </p>
      )}
      {stage === 'failed' ? (
        <Button large={large} onClick={() => send({ type: 'encoding.retried' })}>
          {t('failure.retry')}
        </Button>
      ) : (
        <Button
          look="primary"
          large={large}
          // a disabled button would lose the focus
          aria-disabled={stage !== 'made'}
          onClick={() => send({ type: 'save.pressed' })}
        >
          {t('result.save', { format: formatName(format) })}
        </Button>
      )}
    </>
  );
}
