import type { ChartSnapshot } from '../../machines/app/app.machine.ts';
import { selectShownPage } from '../../machines/app/app.selectors.ts';
import type { AppContext } from '../../machines/app/app.types.ts';
import type { ConsentContext } from '../../machines/consent/consent.types.ts';
import type { FreshnessContext } from '../../machines/freshness/freshness.types.ts';
import type { OverlayStage } from '../../machines/model/overlay-stage.ts';
import { copyOverPath } from '../../machines/model/pages.ts';
import { holdPercent } from '../../machines/model/progress.ts';
import type { OverlayContext, OverlayMeasured } from '../../machines/overlay/overlay.types.ts';
import type { PurchaseContext } from '../../machines/purchase/purchase.types.ts';
import type { RunsContext } from '../../machines/runs/runs.types.ts';
import type { SessionContext } from '../../machines/session/session.types.ts';
import type { Step } from '../paths/step.ts';
import { memberWithoutPlan, usedUp, withoutAllowance } from './samples.ts';
import { isSignedOutBy, type Scene } from './scene.ts';
import { chosen, facesChosen, isIn, ownPhotoChosen, unsubscribeLink, watched } from './wishes.ts';

const nothing = () => null;

const stages = [
  'preparing',
  'uploading',
  'starting',
  'waiting',
  'silent',
  'queued',
  'reading',
  'detecting',
  'running',
  'writing',
  'cancelling',
] as const satisfies readonly OverlayStage[];

const measures: Record<string, Omit<OverlayMeasured, 'type'>> = Object.fromEntries(
  stages.map((stage, index) => {
    const remainingMs = stage === 'running' ? { low: 3000, high: 9000 } : null;
    return [stage, { fraction: 0.1 + index * 0.08, stage, remainingMs }];
  }),
);

const isMeasuring = (step: Step) =>
  step.kind === 'event' && step.event.type === 'overlay.measured' ? step : null;

/**
 * Returns the stage whose sample has the percentage of the bar, because only the runs chart stores
 * the stage.
 */
const measuredAt = ({ measured }: OverlayContext): string | null =>
  stages.find((stage) => (measures[stage]?.fraction ?? 0) * holdPercent === measured?.percent) ??
  null;

/** Progress reaches the overlay through the runs. */
const throughRuns: Scene['via'] = (step, stage) => {
  const measuring = isMeasuring(step);
  const runs = stage.snapshotOf('runs');
  if (!measuring || !runs) return null;
  const { type: _, ...view } = measuring.event as OverlayMeasured;
  const { inHand } = runs.context as RunsContext;
  const event = { type: 'run.moved', id: inHand, view: { ...view, record: null }, request: null };
  return [{ to: 'runs', step: { ...measuring, event } }];
};

/* One picture for each state of each region, because the regions are independent. */
const keepsOverlay: Scene['keeps'] = (snapshot) => {
  if (!snapshot.matches('open')) return true;
  const odd = [
    !snapshot.matches({ open: { sight: 'shown' } }),
    !snapshot.matches({ open: { progress: 'climbing' } }),
    !snapshot.matches({ open: { tips: 'first' } }),
  ];
  return odd.filter(Boolean).length < 2;
};

const overlay: Scene = {
  chart: 'overlay',
  says: '',
  keeps: keepsOverlay,
  path: () => '/',
  shot: 'window',
  per: 'value',
  samples: { charts: { 'overlay.measured': measures } },
  seen: measuredAt,
  shows: (snapshot) =>
    snapshot.matches({ open: { sight: 'shown', progress: 'climbing', tips: 'first' } }) ||
    snapshot.matches({ open: { progress: 'stalled' } })
      ? measuredAt(snapshot.context)
      : null,
  via: throughRuns,
  // a second measurement shows nothing new
  allows: (step, { snapshot }) => !isMeasuring(step) || snapshot.context.measured === null,
  among: (snapshot) => (snapshot.matches('hidden') ? [] : [ownPhotoChosen, watched]),
};

const app: Scene = {
  chart: 'app',
  says: '',
  path: (snapshot) => selectShownPage(snapshot as ChartSnapshot<'app'>).path,
  shot: 'window',
  per: 'leaf',
  samples: {
    inputs: {
      'the home page': { path: '/', messages: {} },
      'an advertisement': { path: '/?utm_source=sun', messages: {} },
    },
    charts: {
      'location.changed': {
        'a link out of a mail': { path: unsubscribeLink, move: 'pushed' },
        'a link whose file is gone': { path: copyOverPath, move: 'pushed' },
      },
    },
  },
  seen: ({ shown, coming }: AppContext) =>
    [shown, coming].map(({ path }) => [unsubscribeLink, copyOverPath].indexOf(path)),
  // the children of the root are real charts here, and cannot fail
  allows: (step) =>
    step.kind !== 'error' ||
    ['loadSetup', 'navigate', 'saveCampaign', 'preparePage', 'prepareDestination'].includes(
      step.actor,
    ),
  shows: nothing,
  // `resuming`, because a studio that has its functions would already be in a later state
  among: () => [['studio', isIn('resuming')]],
};

const session: Scene = {
  chart: 'session',
  says: '',
  path: () => '/',
  shot: { element: 'session' },
  per: 'leaf',
  samples: {
    actors: {
      refreshUser: {
        done: {
          'a guest who has used up the day': usedUp,
          'a guest without an allowance': withoutAllowance,
          'a member without a plan': memberWithoutPlan,
        },
      },
    },
  },
  seen: ({ user }: SessionContext) => user,
  shows: ({ value, context }) =>
    value.known?.freshness === 'fresh' && [context.user?.allowance, context.user?.vipStatus],
  among: () => [chosen],
};

const language: Scene = {
  chart: 'language',
  says: '',
  path: () => '/',
  shot: { element: 'language' },
  per: 'value',
  samples: { inputs: { '': { path: '/', messages: {} } } },
  shows: nothing,
};

const regionFinder: Scene = {
  chart: 'regionFinder',
  says: '',
  path: () => '/',
  shot: { element: 'regionFinder' },
  per: 'value',
  allows: (step) => step.kind !== 'event' || step.event.type !== 'photo.left',
  shows: nothing,
  among: () => [facesChosen],
};

/** The note about an unpaid order, and the page below the dialogs of a purchase. */
const purchase: Scene = {
  chart: 'purchase',
  says: '',
  path: () => '/',
  shot: 'window',
  per: 'leaf',
  situations: 300,
  allows: (step) => !isSignedOutBy(step),
  seen: ({ user, open }: PurchaseContext) => [user?.id, open !== null],
  shows: (snapshot) => snapshot.matches({ shop: 'idle' }) && snapshot.context.open !== null,
};

/** The consent note, and the current choice. */
const consent: Scene = {
  chart: 'consent',
  says: '',
  path: () => '/',
  shot: 'window',
  per: 'leaf',
  seen: ({ asked, isObjecting, draft }: ConsentContext) => [asked.length, isObjecting, draft],
  shows: ({ value, context: { asked, isObjecting, draft } }) =>
    JSON.stringify(value).includes('asking') || JSON.stringify(value).includes('changing')
      ? [asked.length, isObjecting, draft]
      : null,
};

/** The note that a newer build is available, or that this build is damaged. */
const freshness: Scene = {
  chart: 'freshness',
  says: '',
  path: () => '/',
  shot: { element: 'freshness' },
  per: 'leaf',
  seen: ({ cause }: FreshnessContext) => cause?.kind,
  shows: ({ context: { cause } }) => cause?.kind,
};

export const shellScenes: readonly Scene[] = [
  ...[overlay, app, session, language, regionFinder, purchase, consent, freshness],
];
