import { selectIsRunning } from '../../machines/runs/runs.selectors.ts';
import { selectIsUnderWay } from '../../machines/studio/studio.selectors.ts';
import { markUnderWay } from '../adapters/browser/under-way.ts';
import type { ChartSystem } from '../machine-react/chart-system.tsx';

/**
 * Stores in a cookie whether a photo is being processed. A page opened meanwhile then starts its
 * charts immediately, and shows the photo (R71).
 */
export function keepUnderWay(system: ChartSystem) {
  const [studio, runs] = [system.chart('studio').live, system.chart('runs').live];
  let kept: boolean | null = null;
  const keep = () => {
    const [ofStudio, ofRuns] = [studio.getSnapshot(), runs.getSnapshot()];
    const isChosen = ofStudio && selectIsUnderWay(ofStudio);
    if (isChosen === null) return;
    const isUnderWay = isChosen || (ofRuns !== null && selectIsRunning(ofRuns));
    if (isUnderWay === kept) return;
    kept = isUnderWay;
    markUnderWay(isUnderWay);
  };
  studio.subscribe(keep);
  runs.subscribe(keep);
  keep();
}
