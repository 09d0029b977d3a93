import { Suspense } from 'react';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import {
  selectCopies,
  selectIsHandingOut,
  selectShares,
} from '../../../machines/result/result.files.selectors.ts';
import {
  selectChange,
  selectContinuedPhoto,
  selectIsSurveying,
  selectResultRecord,
} from '../../../machines/result/result.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import { useText } from '../../i18n/text.tsx';
import { useCompareWords } from '../../i18n/use-compare-words.ts';
import { useFormats } from '../../i18n/use-formats.ts';
import { useFunctionName } from '../../i18n/use-function-name.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CompareTools } from '../../ui/compare-tools.tsx';
import { dragOut } from '../../ui/drag-out.ts';
import { Icon } from '../../ui/icons.tsx';
import { lazyNote } from '../../ui/lazy-note.ts';
import { kindOf } from './kind-of.ts';
import { Retention } from './retention.tsx';
import { SaveMenu } from './save-menu.tsx';
import { workDone } from './work-done.ts';

type Result = NonNullable<TaskRecord['result']>;

const ResultFacts = lazyNote<{ record: TaskRecord; result: Result }>(
  () => import('./result-facts.tsx'),
);

function Comparison({ record }: { record: TaskRecord }) {
  const t = useText();
  const words = useCompareWords();
  const pending = usePageChart('result', selectIsSurveying) ?? false;
  const opening = usePageChart('result', selectChange) ?? null;
  const before = record.before ?? record.original;
  const after = record.after ?? record.result;
  if (!after) return null;
  const { name } = record;
  const originalAlt =
    name === null ? t('compare.originalAlt') : t('compare.originalNamed', { name });
  const resultPicture = { src: after.url, alt: t('compare.resultAlt') };
  return (
    <div className="result-stage night">
      <CompareTools
        eager
        pending={pending}
        opening={opening}
        before={before ? { src: before.url, alt: originalAlt } : resultPicture}
        after={resultPicture}
        width={after.width}
        height={after.height}
        words={words}
      />
    </div>
  );
}

/** Says what was done with the photo, if the record says it. */
function Done({ record }: { record: TaskRecord }) {
  const t = useText();
  const { pixels } = useFormats();
  const { original, result } = record;
  const done = workDone(record);
  if (!done || !result) return null;
  const { id, ...values } = done;
  const before = original && pixels(original.width, original.height);
  return (
    <p className="result-done">
      {t(id, { ...values, before, after: pixels(result.width, result.height) })}
    </p>
  );
}

/** Shows the version that this result was made from; the link undoes the last step. */
function VersionBefore({ record: { code, madeFrom } }: { record: TaskRecord }) {
  const t = useText();
  const nameOf = useFunctionName();
  if (!madeFrom) return null;
  const { id, thumbnail } = madeFrom;
  return (
    <p className="result-before">
      {thumbnail && <img src={thumbnail.url} alt="" width={40} height={40} />}
      <LocaleLink to={`/result/${encodeURIComponent(id)}`}>
        {t('result.undo', { name: nameOf(code) })}
      </LocaleLink>
    </p>
  );
}

/** Shows a small picture that can be dragged out of the browser as a file. */
function DragOut({ result, picture }: { result: Result; picture: { url: string } }) {
  const t = useText();
  return (
    <p className="result-drag">
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: Download does the same by keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Download does the same by keyboard */}
      <img src={picture.url} alt="" width={40} height={40} onDragStart={dragOut(result)} />
      {t('result.dragOut')}
    </p>
  );
}

/** Shows the buttons that download the result as delivered and in another format. */
function Downloads({ result }: { result: Result }) {
  const t = useText();
  const { bytes } = useFormats();
  const send = useSend('result');
  return (
    <div className="result-save">
      <a
        href={result.downloadUrl}
        download={result.fileName}
        onClick={() => send({ type: 'download.pressed' })}
        onDragStart={dragOut(result)}
        className={buttonClass('primary', 'button--large')}
      >
        <Icon name="download" />
        <span>
          {t('result.download')}{' '}
          <span className="result-bytes">
            {kindOf(result.mime)} · {bytes(result.bytes)}
          </span>
        </span>
      </a>
      <SaveMenu result={result} />
    </div>
  );
}

/** Shows the buttons that share and copy the result, if the browser can do so. */
function HandOut() {
  const t = useText();
  const shares = usePageChart('result', selectShares) ?? false;
  const copies = usePageChart('result', selectCopies) ?? false;
  const isBusy = usePageChart('result', selectIsHandingOut) ?? false;
  const send = useSend('result');
  return (
    <>
      {shares && (
        <Button look="quiet" aria-disabled={isBusy} onClick={() => send({ type: 'share.pressed' })}>
          <Icon name="share" />
          {t('result.share')}
        </Button>
      )}
      {copies && (
        <Button look="quiet" aria-disabled={isBusy} onClick={() => send({ type: 'copy.pressed' })}>
          <Icon name="copy" />
          {t('result.copy')}
        </Button>
      )}
    </>
  );
}

/** Shows the buttons that continue with the result, with the original, or with another photo. */
function NextSteps({ record }: { record: TaskRecord }) {
  const t = useText();
  const continued = usePageChart('result', selectContinuedPhoto) ?? null;
  const send = useSend('result');
  return (
    <>
      <Button
        large
        aria-disabled={continued !== null}
        onClick={() => send({ type: 'result.continued' })}
      >
        <Icon name="arrow" />
        {t(continued === 'result' ? 'result.continuing' : 'result.continue')}
      </Button>
      <div className="result-others">
        <HandOut />
        {record.original && (
          <Button
            look="quiet"
            aria-disabled={continued !== null}
            onClick={() => send({ type: 'original.continued' })}
          >
            <Icon name="photo" />
            {t(continued === 'original' ? 'result.continuing' : 'result.withOriginal')}
          </Button>
        )}
        <Button look="quiet" onClick={() => send({ type: 'another.pressed' })}>
          <Icon name="plus" />
          {t('result.another')}
        </Button>
      </div>
    </>
  );
}

/** Shows the comparison, the download, and next steps. */
export function ShownResult() {
  const t = useText();
  const nameOf = useFunctionName();
  const record = usePageChart('result', selectResultRecord);
  const result = record?.result;
  if (!record || !result) return null;
  return (
    <>
      <header className="result-head">
        <h1 className="result-title">{t('result.title')}</h1>
        <p className="muted result-name">
          {record.name ? `${record.name} · ${nameOf(record.code)}` : nameOf(record.code)}
        </p>
        <Done record={record} />
      </header>
      <VersionBefore record={record} />
      <Comparison record={record} />
      <div className="result-below">
        <div className="result-actions">
          <Downloads result={result} />
          <NextSteps record={record} />
          <DragOut result={result} picture={record.after ?? result} />
        </div>
        <Suspense fallback={null}>
          <ResultFacts record={record} result={result} />
        </Suspense>
      </div>
      <Retention record={record} />
    </>
  );
}
