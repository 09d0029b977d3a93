import type { SnapshotFrom } from 'xstate';
import type { studioMachine } from '../../machines/studio/studio.machine.ts';
import { selectIsUnderWay } from '../../machines/studio/studio.selectors.ts';
import { markUnderWay } from '../adapters/browser/under-way.ts';
import type { ChartSystem } from '../machine-react/chart-system.tsx';

type StudioSnapshot = SnapshotFrom<typeof studioMachine>;

/** While a photo is being uploaded, a newly opened page starts its charts at once and shows it (R71). */
export function keepUnderWay(system: ChartSystem) {
  const studio = system.chart('studio').live;
  let kept: boolean | null = null;
  const keep = () => {
    const snapshot: StudioSnapshot | null = studio.getSnapshot();
    const isUnderWay = snapshot && selectIsUnderWay(snapshot);
    if (isUnderWay === null || isUnderWay === kept) return;
    kept = isUnderWay;
    markUnderWay(isUnderWay);
  };
  studio.subscribe(keep);
  keep();
}
