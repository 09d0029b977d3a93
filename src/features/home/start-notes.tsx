import {
  selectTaking as selectBatchTaking,
  selectObstacle,
} from '../../../machines/batch/batch.line.selectors.ts';
import { selectIsChoosing } from '../../../machines/batch/batch.selectors.ts';
import { originOf, type Taking } from '../../../machines/model/purse.ts';
import { selectTaking } from '../../../machines/studio/studio.choice.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';
import { selectForecast } from './chosen.selectors.ts';
import { megapixels } from './use-fit-words.ts';

/**
 * Explains that the function works on a smaller copy of the photo, and shows the size of that copy.
 */
function CopyNote() {
  const t = useText();
  const forecast = useChart('studio', selectForecast);
  if (!forecast?.copy) return null;
  const { copy, isEnlargement } = forecast;
  return (
    <p className="forecast-note">
      {t(isEnlargement ? 'studio.copyEnlarged' : 'studio.copy', {
        photo: megapixels(copy.of),
        copy: megapixels(copy.pixels),
        result: megapixels(forecast.width * forecast.height),
      })}
    </p>
  );
}

/** Shows the credits that a start takes, their origin, and the credits that remain (R45, R70). */
function TakingNote({ taking }: { taking: Taking }) {
  const t = useText();
  const { free, own, left, expiresAt } = taking;
  const first = expiresAt === null ? '' : t('credits.take.first', { at: new Date(expiresAt) });
  const take = t(`credits.take.${originOf(taking)}`, { free, own });
  return (
    <p className="forecast-note">
      {t('credits.take.all', { take, first, left: t('credits.take.left', { left }) })}
    </p>
  );
}

/**
 * Shows what a start works on and what it takes. A wide page shows this in the start bar, and a
 * narrow page below the chosen function, because the bar has only one line there.
 */
export function StartNotes() {
  const isBatch = useChart('batch', selectIsChoosing);
  const obstacle = useChart('batch', selectObstacle);
  const ofBatch = useChart('batch', selectBatchTaking);
  const ofPhoto = useChart('studio', selectTaking);
  const taking = isBatch ? ofBatch : ofPhoto;
  // nothing is taken as long as the photos cannot start
  if (isBatch && obstacle) return null;
  return (
    <>
      {!isBatch && <CopyNote />}
      {taking && <TakingNote taking={taking} />}
    </>
  );
}
