import './function-preview.css';
import type { CSSProperties } from 'react';
import {
  selectPieceFrame,
  selectPreview,
  selectPreviewCode,
  selectPreviewKind,
  selectPreviewPiece,
  selectPreviewRatio,
  selectPreviewStage,
} from '../../../machines/preview/preview.selectors.ts';
import type { Preview } from '../../../machines/preview/preview.types.ts';
import { useText } from '../../i18n/text.tsx';
import { useCompareWords } from '../../i18n/use-compare-words.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { CompareView } from '../../ui/compare-view.tsx';
import { isReshaped } from './reshaped.ts';

/** Shows the unchanged piece of the photo in the place of the preview while the preview is loading. */
function PreviewPlace() {
  const piece = useChart('preview', selectPreviewPiece);
  return (
    piece && (
      <div className="preview-place">
        <img src={piece.url} alt="" />
      </div>
    )
  );
}

function PreviewCompare({ before, after }: Preview) {
  const t = useText();
  const code = useChart('preview', selectPreviewCode);
  const words = useCompareWords();
  return (
    <CompareView
      key={`${code} ${before.url}`}
      eager
      before={{ src: before.url, alt: t('compare.originalAlt') }}
      after={{ src: after.url, alt: t('compare.resultAlt') }}
      width={after.width}
      height={after.height}
      words={words}
    />
  );
}

/** Shows the selected function's effect on a piece of the visitor's photo before the start. */
export function FunctionPreview() {
  const t = useText();
  const stage = useChart('preview', selectPreviewStage);
  const kind = useChart('preview', selectPreviewKind);
  const ratio = useChart('preview', selectPreviewRatio);
  const isMovable = useChart('preview', selectPieceFrame) !== null;
  const attributes = useChartAttributes('preview');
  const preview = useChart('preview', selectPreview);
  if (stage === 'none') return null;
  const shown = isMovable ? 'movable' : kind;
  const words = `preview.${stage === 'shown' ? shown : stage}` as const;
  return (
    <section
      className="function-preview"
      aria-label={t('preview.title')}
      data-of={kind}
      data-waiting={stage === 'waiting'}
      data-reshaped={preview !== null && isReshaped(preview.after, ratio)}
      style={{ '--ratio': ratio } as CSSProperties}
      {...attributes}
    >
      {preview && <PreviewCompare {...preview} />}
      {!preview && stage === 'waiting' && <PreviewPlace />}
      <p role="status">
        {/* a new element for each text, because the browser would count a moved text as a layout
            shift */}
        <span key={words}>{t(words)}</span>
      </p>
    </section>
  );
}
