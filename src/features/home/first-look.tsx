import './first-look.css';
import { type CSSProperties, useEffect, useRef } from 'react';
import {
  type LookStage,
  selectLook,
  selectLookCut,
  selectLookKind,
  selectLookRatio,
  selectLookStage,
} from '../../../machines/first-light/first-light.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useCompareWords } from '../../i18n/use-compare-words.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { CompareView } from '../../ui/compare-view.tsx';

/** The piece before and after; its own place, of the same size, while it is on its way. */
function LookPicture({ stage }: { stage: LookStage }) {
  const t = useText();
  const words = useCompareWords();
  const look = useChart('firstLight', selectLook);
  const cut = useChart('firstLight', selectLookCut);
  if (stage !== 'shown' || !look) {
    return (
      <div className="look-place" data-waiting={stage === 'waiting'}>
        {cut && <img src={cut.url} alt="" />}
      </div>
    );
  }
  const { before, after } = look;
  return (
    <CompareView
      key={after.url}
      plain
      eager
      before={{ src: before.url, alt: t('compare.originalAlt') }}
      after={{ src: after.url, alt: t('compare.resultAlt') }}
      width={after.width}
      height={after.height}
      words={{ ...words, label: t('firstLook.title') }}
    />
  );
}

/**
 * What the selected function makes of a piece of the visitor's own photo, before anything is paid.
 * @param inSight scrolls to it once it is there
 */
export function FirstLook({ inSight = false }: { inSight?: boolean }) {
  const t = useText();
  const stage = useChart('firstLight', selectLookStage);
  const kind = useChart('firstLight', selectLookKind);
  const ratio = useChart('firstLight', selectLookRatio);
  const attributes = useChartAttributes('firstLight');
  const place = useRef<HTMLElement>(null);
  const isThere = stage !== 'none';
  useEffect(() => {
    // below the card that was chosen, it may lie under the bar with the button
    if (inSight && isThere) place.current?.scrollIntoView({ block: 'nearest' });
  }, [inSight, isThere]);
  if (stage === 'none') return null;
  return (
    <section
      ref={place}
      className="first-look"
      aria-label={t('firstLook.title')}
      style={{ '--ratio': ratio } as CSSProperties}
      {...attributes}
    >
      <LookPicture stage={stage} />
      <p role="status">{t(`firstLook.${stage === 'shown' ? kind : stage}`)}</p>
    </section>
  );
}
