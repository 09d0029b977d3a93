import type { RuntimeConfig } from '../../contract/runtime-config.ts';

type Trackers = NonNullable<RuntimeConfig['trackers']>;
type Hosts = { script: string[]; connect: string[]; image: string[] };

const none: Hosts = { script: [], connect: [], image: [] };

const amplitudeHost = ({ zone, serverUrl }: NonNullable<Trackers['amplitude']>): string => {
  if (serverUrl !== null) return new URL(serverUrl).origin;
  return zone === 'EU' ? 'https://api.eu.amplitude.com' : 'https://api2.amplitude.com';
};

/**
 * From https://developers.google.com/tag-platform/security/guides/csp. Regional hosts are listed
 * separately.
 */
const google: Hosts = {
  script: ['https://www.googletagmanager.com'],
  connect: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://www.googletagmanager.com',
  ],
  image: ['https://*.google-analytics.com', 'https://www.googletagmanager.com'],
};

const meta: Hosts = {
  script: ['https://connect.facebook.net'],
  connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
  image: ['https://www.facebook.com'],
};

const tiktok: Hosts = {
  script: ['https://analytics.tiktok.com'],
  connect: ['https://analytics.tiktok.com'],
  image: ['https://analytics.tiktok.com'],
};

/**
 * Returns the hosts of the configured external services that a page may contact. The visitor's
 * consent decides whether the page contacts them (R77).
 */
export function trackerHosts({ amplitude, gaId, metaPixelId, tiktokPixelId }: Trackers): Hosts {
  const hosts = [
    amplitude ? { ...none, connect: [amplitudeHost(amplitude)] } : none,
    gaId ? google : none,
    metaPixelId ? meta : none,
    tiktokPixelId ? tiktok : none,
  ];
  return {
    script: hosts.flatMap(({ script }) => script),
    connect: hosts.flatMap(({ connect }) => connect),
    image: hosts.flatMap(({ image }) => image),
  };
}
