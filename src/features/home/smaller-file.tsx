import { selectLatest, selectMade } from '../../../machines/encoder/encoder.selectors.ts';
import { selectPhoto } from '../../../machines/studio/studio.selectors.ts';
import { FileSize, SaveFile } from '../../i18n/file-facts.tsx';
import { FormatChoice, SizeChoice } from '../../i18n/file-settings.tsx';
import { useText } from '../../i18n/text.tsx';
import { useCompareWords } from '../../i18n/use-compare-words.ts';
import { useFormats } from '../../i18n/use-formats.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { CompareTools } from '../../ui/compare-tools.tsx';
import { CompareView } from '../../ui/compare-view.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';

const chart = 'encoder';

export function SmallerFileSettings() {
  const t = useText();
  return (
    <fieldset
      className="function-settings file-settings"
      aria-label={t('function.smaller-file.name')}
      {...useChartAttributes(chart)}
    >
      <FormatChoice chart={chart} />
      <SizeChoice chart={chart} />
    </fieldset>
  );
}

/** Compares the photo with the smaller file. */
export function SmallerFileCompare() {
  const t = useText();
  const words = useCompareWords();
  // on a narrow page, the comparison stays on the screen, and its buttons would cover the settings
  const isWide = useIsWide();
  const photo = useChart('studio', selectPhoto);
  const latest = useChart(chart, selectLatest);
  if (!latest || !photo?.thumbnailUrl) return null;
  const Compare = isWide ? CompareTools : CompareView;
  return (
    <section className="smaller-compare" aria-label={t('preview.title')}>
      <Compare
        eager
        before={{ src: photo.thumbnailUrl, alt: t('compare.originalAlt') }}
        after={{ src: latest.url, alt: t('compare.resultAlt') }}
        width={photo.width}
        height={photo.height}
        words={words}
      />
    </section>
  );
}

/** Shows how much smaller the file is than the photo. */
function Saving() {
  const t = useText();
  const { bytes, percent } = useFormats();
  const photo = useChart('studio', selectPhoto);
  const made = useChart(chart, selectMade);
  if (!photo || !made) return null;
  const share = Math.round((1 - made.file.size / photo.bytes) * 100) / 100;
  return (
    <p className="file-note">
      {share > 0
        ? t('file.share', { share: percent(share) })
        : t('file.larger', { size: bytes(photo.bytes) })}
    </p>
  );
}

/** Shows the size of the smaller file and a button that saves it. Nothing is uploaded. */
export function SmallerFileBar() {
  const t = useText();
  return (
    <>
      <div className="start-bar">
        <div className="start-facts">
          <FileSize chart={chart} />
          <Saving />
        </div>
        <SaveFile chart={chart} large />
      </div>
      <p className="studio-privacy">
        <Icon name="lock" size={16} />
        {t('file.device')}
      </p>
    </>
  );
}
