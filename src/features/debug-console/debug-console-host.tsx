import { lazy, Suspense } from 'react';
import {
  isConsoleOpen,
  isConsoleShown,
  selectConsoleContent,
  selectConsoleView,
  selectReport,
} from '../../../machines/debug-console/debug-console.selectors.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';

const DebugConsole = lazy(() => import('./debug-console.tsx'));

/** Loads the console's code when it is first shown. */
export function DebugConsoleHost() {
  const isShown = useChart('debugConsole', isConsoleShown);
  return <Suspense>{isShown && <ShownConsole />}</Suspense>;
}

function ShownConsole() {
  return (
    <DebugConsole
      isOpen={useChart('debugConsole', isConsoleOpen)}
      view={useChart('debugConsole', selectConsoleView)}
      content={useChart('debugConsole', selectConsoleContent)}
      report={useChart('debugConsole', selectReport)}
      send={useSend('debugConsole')}
      attributes={useChartAttributes('debugConsole')}
    />
  );
}
