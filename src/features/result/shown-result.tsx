import type { TaskRecord } from '../../../machines/model/task-record.ts';
import {
  selectContinuedPhoto,
  selectResultRecord,
} from '../../../machines/result/result.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useCompareWords } from '../../i18n/use-compare-words.ts';
import { useFormats } from '../../i18n/use-formats.ts';
import { useFunctionName } from '../../i18n/use-function-name.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CompareView } from '../../ui/compare-view.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ResultFacts } from './result-facts.tsx';
import { Retention } from './retention.tsx';

function Comparison({ record }: { record: TaskRecord }) {
  const t = useText();
  const words = useCompareWords();
  const before = record.before ?? record.original;
  const after = record.after ?? record.result;
  if (!after) return null;
  const { name } = record;
  const originalAlt =
    name === null ? t('compare.originalAlt') : t('compare.originalNamed', { name });
  const resultPicture = { src: after.url, alt: t('compare.resultAlt') };
  return (
    <div className="result-stage night">
      <CompareView
        eager
        before={before ? { src: before.url, alt: originalAlt } : resultPicture}
        after={resultPicture}
        width={after.width}
        height={after.height}
        words={words}
      />
    </div>
  );
}

/** Before and after, the download, and next steps. */
export function ShownResult() {
  const t = useText();
  const nameOf = useFunctionName();
  const { bytes } = useFormats();
  const record = usePageChart('result', selectResultRecord);
  const send = useSend('result');
  const continued = usePageChart('result', selectContinuedPhoto) ?? null;
  const result = record?.result;
  if (!record || !result) return null;
  return (
    <>
      <header className="result-head">
        <h1 className="result-title">{t('result.title')}</h1>
        <p className="muted result-name">
          {record.name ? `${record.name} · ${nameOf(record.code)}` : nameOf(record.code)}
        </p>
      </header>
      <Comparison record={record} />
      <div className="result-below">
        <div className="result-actions">
          <a
            href={result.downloadUrl}
            download={result.fileName}
            onClick={() => send({ type: 'download.pressed' })}
            className={buttonClass('primary', 'button--large')}
          >
            <Icon name="download" />
            {t('result.download')}
            <span className="result-bytes">{bytes(result.bytes)}</span>
          </a>
          <Button
            large
            aria-disabled={continued !== null}
            onClick={() => send({ type: 'result.continued' })}
          >
            <Icon name="arrow" />
            {t(continued === 'result' ? 'result.continuing' : 'result.continue')}
          </Button>
          <div className="result-others">
            {record.original && (
              <Button
                look="quiet"
                aria-disabled={continued !== null}
                onClick={() => send({ type: 'original.continued' })}
              >
                {t(continued === 'original' ? 'result.continuing' : 'result.withOriginal')}
              </Button>
            )}
            <Button look="quiet" onClick={() => send({ type: 'another.pressed' })}>
              {t('result.another')}
            </Button>
          </div>
        </div>
        <ResultFacts record={record} result={result} />
      </div>
      <Retention record={record} />
    </>
  );
}
