import type { Forwarder } from './forwarder.ts';
import { loadScript } from './load-script.ts';

type GaWindow = Window & { dataLayer?: unknown[] } & Record<`ga-disable-${string}`, boolean>;

const ga = window as unknown as GaWindow;

/**
 * Adds a command to Google's queue. Google's code accepts a command only as an `arguments` object.
 */
function gtag(..._command: unknown[]) {
  ga.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: an array would not be recognised as a command
  ga.dataLayer.push(arguments);
}

const denied = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};

/**
 * Loads Google Analytics 4. Measurement is granted before Google's code loads. Advertising is
 * always denied, because this site measures no Google ads.
 */
export async function createGaForwarder(id: string): Promise<Forwarder> {
  ga[`ga-disable-${id}`] = false;
  gtag('consent', 'default', denied);
  gtag('consent', 'update', { analytics_storage: 'granted' });
  gtag('js', new Date());
  gtag('config', id, {
    // disables Google's own page views, because page views are sent as product events without an
    // address
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  await loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`);
  return {
    forward: ({ name, parameters }, user) => {
      gtag('set', { user_id: user ?? undefined });
      gtag('event', name, { ...parameters, send_to: id });
    },
    withdraw: async () => {
      // disables the property first, because a denied consent alone still sends a request without a
      // cookie
      ga[`ga-disable-${id}`] = true;
      gtag('consent', 'update', denied);
    },
  };
}
