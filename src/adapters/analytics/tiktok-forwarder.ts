import { repeatIdOf, worthOf } from './ad-events.ts';
import type { Forwarder } from './forwarder.ts';
import { loadScript } from './load-script.ts';

type Queue = unknown[] & Record<string, unknown>;

const code = 'https://analytics.tiktok.com/i18n/pixel/events.js';

/**
 * The pixel's commands. Until the pixel's code has loaded, a command waits in a queue with its name
 * and arguments.
 */
const commands = ['page', 'track', 'grantConsent', 'revokeConsent', 'disableCookie'] as const;

type Command = (typeof commands)[number];

/** TikTok's names for the events of R56. Only these events and page views are sent. */
const names: Readonly<Record<string, string>> = {
  sign_success: 'CompleteRegistration',
  click_pay: 'PlaceAnOrder',
  price_paysuccessful: 'CompletePayment',
};

const pixel = window as unknown as { TiktokAnalyticsObject?: string; ttq?: Queue };

function queueFor(id: string): Queue {
  const queue = pixel.ttq ?? ([] as unknown as Queue);
  if (pixel.ttq) return queue;
  for (const command of commands) {
    queue[command] = (...parameters: unknown[]) => queue.push([command, ...parameters]);
  }
  const own = [] as unknown as Queue;
  own._u = code;
  Object.assign(queue, {
    methods: commands,
    _i: { [id]: own },
    _t: { [id]: Date.now() },
    _o: { [id]: {} },
    instance: () => own,
  });
  pixel.TiktokAnalyticsObject = 'ttq';
  pixel.ttq = queue;
  return queue;
}

const say = (command: Command, ...parameters: unknown[]) => {
  const act = pixel.ttq?.[command];
  if (typeof act === 'function') act.apply(pixel.ttq, parameters);
};

export async function createTiktokForwarder(id: string): Promise<Forwarder> {
  queueFor(id);
  say('grantConsent');
  await loadScript(`${code}?sdkid=${encodeURIComponent(id)}&lib=ttq`);
  return {
    forward: (event) => {
      if (event.name === 'page_view') return say('page');
      const name = names[event.name];
      const repeat = repeatIdOf(event);
      if (name) say('track', name, worthOf(event), repeat ? { event_id: repeat } : {});
    },
    withdraw: async () => {
      say('revokeConsent');
      say('disableCookie');
    },
  };
}
