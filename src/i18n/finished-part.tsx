import type { TaskRecord } from '../../machines/model/task-record.ts';
import { selectPartial } from '../../machines/runs/runs.selectors.ts';
import { useChart } from '../machine-react/use-chart.ts';
import { FinishedRows } from '../ui/finished-rows.tsx';
import { useText } from './text.tsx';
import { useFormats } from './use-formats.ts';

/** Shows the finished part of a result over the dark photo, or nothing if no part is finished. */
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
 * Shows the finished part of the current run, which changes with the record and not at every tick.
 * The element is a constant, so that React does not render it again at ticks.
 */
export const finishedPartInHand = <PartInHand />;
