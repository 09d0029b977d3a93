import { repeatIdOf, worthOf } from './ad-events.ts';
import type { ReportAdEvent } from './ad-report.ts';
import type { Forwarder } from './forwarder.ts';
import { loadScript } from './load-script.ts';

type Fbq = ((...command: unknown[]) => void) & {
  /** set by the pixel's code when the code has loaded */
  callMethod?: (...command: unknown[]) => void;
  queue: unknown[][];
  push: unknown;
  loaded: boolean;
  version: string;
  disablePushState: boolean;
};

/** Meta's names for the three events of R56. */
const names: Readonly<Record<string, string>> = {
  sign_success: 'CompleteRegistration',
  click_pay: 'InitiateCheckout',
  price_paysuccessful: 'Purchase',
};

const pixel = window as unknown as { fbq?: Fbq; _fbq?: Fbq };

/**
 * Returns the command queue that the pixel's code uses when the code has loaded. The queue is
 * created once per page.
 */
function queueFor(id: string): Fbq {
  if (pixel.fbq) return pixel.fbq;
  const fbq: Fbq = Object.assign(
    (...command: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...command);
      else fbq.queue.push(command);
    },
    // the pixel must not send page views when the address changes, because page views are sent as
    // product events
    { queue: [], push: null, loaded: true, version: '2.0', disablePushState: true },
  );
  fbq.push = fbq;
  pixel.fbq = fbq;
  pixel._fbq = fbq;
  // disables automatic events, because the pixel would otherwise watch every button
  fbq('set', 'autoConfig', false, id);
  fbq('init', id);
  return fbq;
}

/** Loads the Meta pixel. Every event is also reported to the server (R58). */
export async function createMetaForwarder(id: string, report: ReportAdEvent): Promise<Forwarder> {
  const fbq = queueFor(id);
  fbq('consent', 'grant');
  await loadScript('https://connect.facebook.net/en_US/fbevents.js');
  return {
    forward: (event) => {
      const name = event.name === 'page_view' ? 'PageView' : names[event.name];
      const repeat = repeatIdOf(event);
      if (name) {
        fbq('trackSingle', id, name, worthOf(event), repeat ? { eventID: repeat } : {});
      }
      void report(event.name);
    },
    withdraw: async () => {
      fbq('consent', 'revoke');
    },
  };
}
