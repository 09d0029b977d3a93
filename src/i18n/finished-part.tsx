import type { TaskRecord } from '../../machines/model/task-record.ts';
import { selectPartial } from '../../machines/runs/runs.selectors.ts';
import { useChart } from '../machine-react/use-chart.ts';
import { FinishedRows } from '../ui/finished-rows.tsx';
import { useText } from './text.tsx';
import { useFormats } from './use-formats.ts';

/** The finished part of a result over the dark photo, or null if there is none. */
export function FinishedPart({ partial }: Pick<TaskRecord, 'partial'>) {
  const t = useText();
  const { percent } = useFormats();
  if (!partial) return null;
  const { url, share } = partial;
  // rounded down, so that the text never shows more than is finished
  const told = percent(Math.floor(share * 100) / 100);
  return <FinishedRows src={url} share={share} alt={t('overlay.finished', { share: told })} />;
}

function PartInHand() {
  return <FinishedPart partial={useChart('runs', selectPartial)} />;
}

/**
 * The finished part of the current run. It changes with the record, not at every tick. It is a
 * constant element, so that React skips it at ticks.
 */
export const finishedPartInHand = <PartInHand />;
