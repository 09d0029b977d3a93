import type { AnyActorRef } from 'xstate';
import type { RuntimeConfig } from '../../../contract/runtime-config.ts';
import type { Purpose } from '../../../machines/model/consent.ts';
import type { Locale } from '../../../machines/model/locale.ts';
import type { Caller } from '../../../machines/model/user.ts';
import { createAdReport } from './ad-report.ts';
import type { Forwarder } from './forwarder.ts';

type Trackers = NonNullable<RuntimeConfig['trackers']>;

type Around = Pick<RuntimeConfig, 'apiBaseUrl' | 'runEnv' | 'websiteId'> & {
  caller: () => Promise<Caller>;
  locale: () => Locale;
  /** root of the page's charts; a service that is itself a chart becomes a part of this system */
  root: () => AnyActorRef;
};

type ServiceName =
  | 'amplitude'
  | 'googleAnalytics'
  | 'metaPixel'
  | 'tiktokPixel'
  /** starts when loaded, and ends when the consent is withdrawn */
  | 'sessionReplay'
  /** receives all events, including `error_show` */
  | 'monitoring';

export type Service = {
  name: string;
  purpose: Purpose;
  /**
   * Loads the service's code. Rejects if the browser or a proxy blocks the code.
   * @param since time of the first waiting event, in milliseconds
   */
  load: (since: number) => Promise<Forwarder>;
};

type Body = (trackers: Trackers, around: Around) => Omit<Service, 'name'> | null;

/**
 * All services. The code of a service is loaded if the service is configured and allowed. A service
 * with the value null has no implementation yet and cannot be configured (decision 0035).
 */
const bodies: Readonly<Record<ServiceName, Body | null>> = {
  amplitude: ({ amplitude }, { root }) =>
    amplitude
      ? {
          purpose: 'measurement',
          load: async (since) => {
            const { createAmplitudeForwarder } = await import('./amplitude-forwarder.ts');
            return await createAmplitudeForwarder(amplitude, { root: root(), since });
          },
        }
      : null,
  googleAnalytics: ({ gaId }) =>
    gaId
      ? {
          purpose: 'measurement',
          load: async () => (await import('./ga-forwarder.ts')).createGaForwarder(gaId),
        }
      : null,
  metaPixel: ({ metaPixelId }, { apiBaseUrl: baseUrl, runEnv, websiteId, caller, locale }) => {
    if (!metaPixelId) return null;
    const report = createAdReport({
      baseUrl,
      isProduction: runEnv === 'production',
      metaPixelId,
      website: websiteId,
      locale,
      caller,
    });
    return {
      purpose: 'advertising',
      load: async () =>
        (await import('./meta-forwarder.ts')).createMetaForwarder(metaPixelId, report),
    };
  },
  tiktokPixel: ({ tiktokPixelId }) =>
    tiktokPixelId
      ? {
          purpose: 'advertising',
          load: async () =>
            (await import('./tiktok-forwarder.ts')).createTiktokForwarder(tiktokPixelId),
        }
      : null,
  sessionReplay: null,
  monitoring: null,
};

export const configuredServices = (trackers: Trackers, around: Around): Service[] =>
  Object.entries(bodies).flatMap(([name, body]) => {
    const service = body?.(trackers, around);
    return service ? [{ name, ...service }] : [];
  });
