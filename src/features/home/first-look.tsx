import './first-look.css';
import type { CSSProperties } from 'react';
import {
  type LookStage,
  selectLook,
  selectLookCode,
  selectLookCut,
  selectLookKind,
  selectLookRatio,
  selectLookStage,
} from '../../../machines/first-light/first-light.selectors.ts';
import type { Look } from '../../../machines/first-light/first-light.types.ts';
import { useText } from '../../i18n/text.tsx';
import { useCompareWords } from '../../i18n/use-compare-words.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { CompareView } from '../../ui/compare-view.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';

const signs: Partial<Record<LookStage, IconName>> = { missed: 'photo', offline: 'offline' };

/** Placeholder of the preview's size: the unchanged piece, or an icon if there is no preview. */
function LookPlace({ stage }: { stage: LookStage }) {
  const cut = useChart('firstLight', selectLookCut);
  const sign = signs[stage];
  return (
    <div className="look-place">
      {cut && <img src={cut.url} alt="" />}
      {sign && <Icon name={sign} size={32} />}
    </div>
  );
}

function LookPicture({ before, after }: Look) {
  const t = useText();
  const code = useChart('firstLight', selectLookCode);
  const words = useCompareWords();
  return (
    <CompareView
      key={`${code} ${before.url}`}
      plain
      eager
      before={{ src: before.url, alt: t('compare.originalAlt') }}
      after={{ src: after.url, alt: t('compare.resultAlt') }}
      width={after.width}
      height={after.height}
      words={words}
    />
  );
}

/**
 * The preview: the selected function's effect on a piece of the visitor's photo, before the start.
 */
export function FirstLook() {
  const t = useText();
  const stage = useChart('firstLight', selectLookStage);
  const kind = useChart('firstLight', selectLookKind);
  const ratio = useChart('firstLight', selectLookRatio);
  const attributes = useChartAttributes('firstLight');
  const look = useChart('firstLight', selectLook);
  if (stage === 'none') return null;
  const words = `firstLook.${stage === 'shown' ? kind : stage}` as const;
  return (
    <section
      className="first-look"
      aria-label={t('firstLook.title')}
      data-waiting={stage === 'waiting'}
      style={{ '--ratio': ratio } as CSSProperties}
      {...attributes}
    >
      {look ? <LookPicture {...look} /> : <LookPlace stage={stage} />}
      <p role="status">
        {/* a new element: the browser would count moved text as a layout shift */}
        <span key={words}>{t(words)}</span>
      </p>
    </section>
  );
}
