import { useCallback } from 'react';
import type { BaseLocationHook } from 'wouter';
import { selectShownPage } from '../../machines/app/app.selectors.ts';
import { useChart, useSend } from '../machine-react/use-chart.ts';

/**
 * Replaces wouter's location hook. Returns the current page's path from the root chart, and a
 * function that requests another path. The chart refuses addresses outside this site (R9).
 */
export const useChartLocation: BaseLocationHook = () => {
  const { path } = useChart('app', selectShownPage);
  const send = useSend('app');
  const navigate = useCallback(
    (to: string, options: { replace?: boolean } = {}) =>
      send({ type: 'navigation.requested', to, replace: options.replace ?? false }),
    [send],
  );
  return [path, navigate];
};
