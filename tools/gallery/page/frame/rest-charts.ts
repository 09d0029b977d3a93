import type { AnyMachineSnapshot } from 'xstate';
import type { AppContext } from '../../../../machines/app/app.types.ts';
import { type Locale, locales, localisePath } from '../../../../machines/model/locale.ts';
import type { Messages } from '../../../../machines/model/message.ts';
import type { PageVisit } from '../../../../machines/model/pages.ts';
import {
  type ChartSystem,
  createChartSystem,
} from '../../../../src/machine-react/chart-system.tsx';
import { reviveFirstSnapshots } from '../../../../src/machine-react/first-snapshots.ts';
import type { RestingSnapshot } from '../gallery-data.ts';

type Resting = Readonly<Record<string, RestingSnapshot>>;
type Opened = { path: string; locale: Locale; messages: Messages };

/* Found in English, shown in any language. */
const localised = <Visit extends PageVisit>(visit: Visit, locale: Locale): Visit => ({
  ...visit,
  path: localisePath(visit.path, locale),
});

/** What the charts that speak know of the frame they are shown in. */
function ownContext(resting: Resting, opened: Opened): Record<string, Record<string, unknown>> {
  const { coming, shown } = (resting.app?.context ?? {}) as Partial<AppContext>;
  return {
    app: {
      ...opened,
      ...(coming && { coming: localised(coming, opened.locale) }),
      ...(shown && { shown: localised(shown, opened.locale) }),
    },
    language: { ...opened, wanted: wantedLocale(resting, opened.locale) },
  };
}

/* What is found in English is shown in any language: the one that is wanted is another than it. */
function wantedLocale(resting: Resting, locale: Locale): Locale {
  const { locale: spoken, wanted } = resting.language?.context ?? {};
  if (spoken === wanted) return locale;
  return locales.find((one) => one !== locale && one !== 'en') ?? locale;
}

/** Charts that never move: each stays what it is, and knows what it would take. */
export function restCharts(resting: Resting, opened: Opened): ChartSystem {
  const snapshots = reviveFirstSnapshots(resting, opened);
  const own = ownContext(resting, opened);
  for (const [chart, { can }] of Object.entries(resting)) {
    const snapshot = snapshots.get(chart)?.snapshot as Partial<AnyMachineSnapshot> | undefined;
    if (!snapshot) continue;
    snapshot.can = ({ type }) => can.includes(type);
    snapshot.context = { ...snapshot.context, ...own[chart] };
  }
  return createChartSystem(snapshots);
}
