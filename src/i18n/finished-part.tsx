import type { TaskRecord } from '../../machines/model/task-record.ts';
import { selectPartial } from '../../machines/tray/tray.selectors.ts';
import { useChart } from '../machine-react/use-chart.ts';
import { FinishedRows } from '../ui/finished-rows.tsx';
import { useText } from './text.tsx';
import { useFormats } from './use-formats.ts';

/** What is finished of a result, over the photo in the dark; nothing while there is none to show. */
export function FinishedPart({ partial }: Pick<TaskRecord, 'partial'>) {
  const t = useText();
  const { percent } = useFormats();
  if (!partial) return null;
  const { url, share } = partial;
  // never more than is there
  const told = percent(Math.floor(share * 100) / 100);
  return <FinishedRows src={url} share={share} alt={t('overlay.finished', { share: told })} />;
}

function OfTheTray() {
  return <FinishedPart partial={useChart('tray', selectPartial)} />;
}

/**
 * Of the attempt in hand: it is told with the news of the record, not on every tick. One element for
 * all ticks, which React leaves alone.
 */
export const finishedPartInHand = <OfTheTray />;
