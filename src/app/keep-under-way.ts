import type { SnapshotFrom } from 'xstate';
import type { trayMachine } from '../../machines/tray/tray.machine.ts';
import { selectIsUnderWay } from '../../machines/tray/tray.selectors.ts';
import { markUnderWay } from '../adapters/browser/under-way.ts';
import type { ChartSystem } from '../machine-react/chart-system.tsx';

type TraySnapshot = SnapshotFrom<typeof trayMachine>;

/** While a photo is on its way, newly opened pages start at once and show it (R71). */
export function keepUnderWay(system: ChartSystem) {
  const tray = system.chart('tray').live;
  let kept: boolean | null = null;
  const keep = () => {
    const snapshot: TraySnapshot | null = tray.getSnapshot();
    const isUnderWay = snapshot && selectIsUnderWay(snapshot);
    if (isUnderWay === null || isUnderWay === kept) return;
    kept = isUnderWay;
    markUnderWay(isUnderWay);
  };
  tray.subscribe(keep);
  keep();
}
