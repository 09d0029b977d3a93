import type { AnyActorRef } from 'xstate';
import type { RuntimeConfig } from '../../../contract/runtime-config.ts';
import type { Caller } from '../../../machines/model/user.ts';
import { createAdReport } from './ad-report.ts';
import type { Service } from './dispatcher.ts';

type Trackers = NonNullable<RuntimeConfig['trackers']>;

type Around = Pick<RuntimeConfig, 'apiBaseUrl' | 'runEnv'> & {
  caller: () => Promise<Caller>;
  /** of the page's charts: a service that is a chart runs among them */
  root: () => AnyActorRef;
};

/** Every service that can be configured; its code is loaded when it is allowed. */
const all: readonly ((trackers: Trackers, around: Around) => Service | null)[] = [
  ({ amplitude }, { root }) =>
    amplitude
      ? {
          purpose: 'measurement',
          load: async (since) => {
            const { createAmplitudeForwarder } = await import('./amplitude-forwarder.ts');
            return await createAmplitudeForwarder(amplitude, { root: root(), since });
          },
        }
      : null,
  ({ gaId }) =>
    gaId
      ? {
          purpose: 'measurement',
          load: async () => (await import('./ga-forwarder.ts')).createGaForwarder(gaId),
        }
      : null,
  ({ metaPixelId }, { apiBaseUrl: baseUrl, runEnv, caller }) => {
    if (!metaPixelId) return null;
    const isProduction = runEnv === 'production';
    const report = createAdReport({ baseUrl, isProduction, metaPixelId, caller });
    return {
      purpose: 'advertising',
      load: async () =>
        (await import('./meta-forwarder.ts')).createMetaForwarder(metaPixelId, report),
    };
  },
  ({ tiktokPixelId }) =>
    tiktokPixelId
      ? {
          purpose: 'advertising',
          load: async () =>
            (await import('./tiktok-forwarder.ts')).createTiktokForwarder(tiktokPixelId),
        }
      : null,
];

/** Those that the operator has configured. */
export const configuredServices = (trackers: Trackers, around: Around): Service[] =>
  all.flatMap((one) => one(trackers, around) ?? []);
