import type { AnyMachineSnapshot } from 'xstate';
import { type Locale, locales } from '../../../../machines/model/locale.ts';
import type { Messages } from '../../../../machines/model/message.ts';
import {
  type ChartSystem,
  createChartSystem,
} from '../../../../src/machine-react/chart-system.tsx';
import { reviveFirstSnapshots } from '../../../../src/machine-react/first-snapshots.ts';
import type { RestingSnapshot } from '../gallery-data.ts';

type Resting = Readonly<Record<string, RestingSnapshot>>;
type Opened = { path: string; locale: Locale; messages: Messages };

/* What is found in English is shown in any language: the one that is wanted is another than it. */
function wantedLocale(resting: Resting, locale: Locale): Locale {
  const { locale: spoken, wanted } = resting.language?.context ?? {};
  if (spoken === wanted) return locale;
  return locales.find((one) => one !== locale && one !== 'en') ?? locale;
}

/** Charts that never move: each stays what it is, and knows what it would take. */
export function restCharts(resting: Resting, opened: Opened): ChartSystem {
  const snapshots = reviveFirstSnapshots(resting, opened);
  for (const [chart, { can }] of Object.entries(resting)) {
    const snapshot = snapshots.get(chart) as Partial<AnyMachineSnapshot> | undefined;
    if (!snapshot) continue;
    snapshot.can = ({ type }) => can.includes(type);
    if (chart === 'language') {
      snapshot.context = { ...snapshot.context, wanted: wantedLocale(resting, opened.locale) };
    }
  }
  return createChartSystem(snapshots);
}
