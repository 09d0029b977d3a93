import {
  isOverlayFull,
  selectElapsedSeconds,
  selectPercent,
  selectRemainingMs,
  selectShowsCounter,
} from '../../../machines/overlay/overlay.selectors.ts';
import { selectRecord, selectStage } from '../../../machines/runs/runs.selectors.ts';
import { finishedPartInHand } from '../../i18n/finished-part.tsx';
import { stageWords } from '../../i18n/stage-words.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import { Bar } from '../../ui/bar.tsx';
import { LitPhoto } from '../../ui/lit-photo.tsx';

type Props = { thumbnailUrl: string | null; ratio: number };

/** Shows the progress. No other component renders again at every tick (R17). */
export function OverlayProgress({ thumbnailUrl, ratio }: Props) {
  const t = useText();
  const { percent: words } = useFormats();
  const percent = useChart('overlay', selectPercent);
  return (
    <>
      <LitPhoto src={thumbnailUrl} ratio={ratio} percent={percent}>
        {finishedPartInHand}
      </LitPhoto>
      <div className="overlay-meter">
        <Bar label={t('overlay.progress')} percent={percent} />
        <span className="overlay-percent">{words(Math.floor(percent) / 100)}</span>
      </div>
    </>
  );
}

/** Announces the stage to screen readers, when the stage changes and not at every tick. */
export function OverlayStageWords() {
  const t = useText();
  const stage = useChart('runs', selectStage);
  const full = useChart('overlay', isOverlayFull);
  return <strong role="status">{full ? null : t(stageWords[stage])}</strong>;
}

export function OverlayElapsed() {
  const t = useText();
  const { remaining } = useFormats();
  const shown = useChart('overlay', selectShowsCounter);
  const seconds = useChart('overlay', selectElapsedSeconds);
  const remainingMs = useChart('overlay', selectRemainingMs);
  const position = useChart('runs', (snapshot) => selectRecord(snapshot)?.queuePosition ?? null);
  return (
    <span className="overlay-time">
      {remainingMs && <span>{remaining(remainingMs)}</span>}
      {position !== null && <span>{t('result.waiting.position', { position })}</span>}
      {shown && <span>{t('time.elapsed', { count: seconds })}</span>}
    </span>
  );
}
