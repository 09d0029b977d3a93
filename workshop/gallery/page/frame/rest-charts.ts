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

/** The operator in the pictures and kept screens. */
export const operatorWords = {
  product: 'Lightwell',
  company: 'Example Company',
  address: '1 Example Street, 12345 Example City',
  email: 'support@example.com',
};

type Resting = Readonly<Record<string, RestingSnapshot>>;
type Opened = { path: string; locale: Locale; messages: Messages };

/* Snapshots are recorded in English and shown in any language. */
const localised = <Visit extends PageVisit>(visit: Visit, locale: Locale): Visit => ({
  ...visit,
  path: localisePath(visit.path, locale),
});

/** Values that depend on the frame's language. */
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

/* Another language than the frame's, if the snapshot waits for a language. */
function wantedLocale(resting: Resting, locale: Locale): Locale {
  const { locale: spoken, wanted } = resting.language?.context ?? {};
  if (spoken === wanted) return locale;
  return locales.find((one) => one !== locale && one !== 'en') ?? locale;
}

/** A chart system that never moves. Each chart has its snapshot and the events that it accepts. */
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
