import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { charts } from '../paths/charts.ts';

/** Charts whose transitions no test in a browser measures yet, each with what proves it meanwhile. */
export const unmeasured: Readonly<Record<string, string>> = {
  analytics:
    'its machine test, its laws and kept expectations; `tests/browser/outside-services.spec.ts` sends by it in a browser, and `npm run bench:queue` plays faults against it there',
};

/** All others. */
export const measuredCharts: Readonly<Record<string, ChartDescriptor>> = Object.fromEntries(
  Object.entries(charts).filter(([id]) => !Object.hasOwn(unmeasured, id)),
);
