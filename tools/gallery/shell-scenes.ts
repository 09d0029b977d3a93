import type { OverlayStage } from '../../machines/model/overlay-stage.ts';
import type { OverlayContext } from '../../machines/overlay/overlay.types.ts';
import type { SessionContext } from '../../machines/session/session.types.ts';
import { memberWithoutPlan, usedUp, withoutAllowance } from './samples.ts';
import type { Scene } from './scene.ts';
import { chosen, isIn, watched } from './wishes.ts';

const nothing = () => null;

const stages = [
  'preparing',
  'uploading',
  'starting',
  'waiting',
  'queued',
  'reading',
  'detecting',
  'running',
  'writing',
  'cancelling',
] as const satisfies readonly OverlayStage[];

const measures = Object.fromEntries(
  stages.map((stage, index) => {
    const remainingMs = stage === 'running' ? { low: 3000, high: 9000 } : null;
    return [stage, { fraction: 0.1 + index * 0.08, stage, remainingMs }];
  }),
);

const overlay: Scene = {
  chart: 'overlay',
  says: '',
  path: () => '/',
  shot: 'window',
  per: 'value',
  samples: { charts: { 'overlay.measured': measures } },
  seen: ({ stage }: OverlayContext) => stage,
  shows: (snapshot) =>
    snapshot.matches({ open: { sight: 'shown', progress: 'climbing', tips: 'first' } })
      ? snapshot.context.stage
      : null,
  among: (snapshot) => (snapshot.matches('hidden') ? [] : [watched]),
};

const pageOfApp: Record<string, string> = { none: '/', records: '/record', result: '/result/r1' };

const app: Scene = {
  chart: 'app',
  says: '',
  path: ({ value }) => pageOfApp[value.page] ?? '/',
  shot: 'window',
  per: 'leaf',
  samples: {
    inputs: {
      'the home page': { path: '/', messages: {} },
      'an advertisement': { path: '/?utm_source=sun', messages: {} },
    },
  },
  // its children are charts here: they do not fail on demand
  allows: (step) =>
    step.kind !== 'error' || ['loadSetup', 'navigate', 'saveCampaign'].includes(step.actor),
  shows: nothing,
  // with its offer it would have to be ready
  among: () => [['task', isIn('resuming')]],
};

const session: Scene = {
  chart: 'session',
  says: '',
  path: () => '/',
  shot: { element: 'session' },
  per: 'value',
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
  shows: ({ context }) => context.user && [context.user.allowance, context.user.vipStatus],
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

export const shellScenes: readonly Scene[] = [overlay, app, session, language];
