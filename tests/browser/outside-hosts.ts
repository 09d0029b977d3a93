import type { BrowserContext, Request, Route } from '@playwright/test';

/*
 * Stand-ins for the scripts of outside services. They store and send the same data as the real
 * scripts, and obey the same opt-outs.
 */

const googleCode = `
  const cookie = (name) => { document.cookie = name + '=GA1.1.123.456; path=/; max-age=1000'; };
  const isOff = () => window['ga-disable-G-TEST000001'] === true;
  const take = (command) => {
    if (isOff()) return;
    if (command[0] === 'config') { cookie('_ga'); cookie('_ga_TEST000001'); }
    if (command[0] === 'event') {
      fetch('https://region1.google-analytics.com/g/collect?en=' + command[1], { method: 'POST', mode: 'no-cors' });
    }
  };
  window.dataLayer.forEach(take);
  window.dataLayer.push = (command) => { take(command); return 0; };`;

const metaCode = `
  let isGranted = true;
  fbq.callMethod = (...command) => {
    if (command[0] === 'consent') isGranted = command[1] === 'grant';
    if (!isGranted) return;
    if (command[0] === 'init') {
      document.cookie = '_fbp=fb.1.2.3; path=/; max-age=1000';
      localStorage.setItem('lastExternalReferrer', 'empty');
    }
    if (command[0] === 'trackSingle') new Image().src = 'https://www.facebook.com/tr/?ev=' + command[2];
  };
  fbq.queue.splice(0).forEach((command) => fbq.callMethod(...command));`;

const tiktokCode = `
  let isGranted = true;
  const say = (name) => (...parameters) => {
    if (name === 'revokeConsent') isGranted = false;
    if (name === 'grantConsent') isGranted = true;
    if (!isGranted) return;
    document.cookie = '_ttp=abc; path=/; max-age=1000';
    sessionStorage.setItem('tt_sessionId', '1');
    if (name === 'page') new Image().src = 'https://analytics.tiktok.com/api/v2/pixel?event=Pageview';
    if (name === 'track') new Image().src = 'https://analytics.tiktok.com/api/v2/pixel?event=' + parameters[0];
  };
  const waiting = ttq.splice(0);
  ttq.methods.forEach((name) => { ttq[name] = say(name); });
  waiting.forEach(([name, ...parameters]) => ttq[name](...parameters));`;

const amplitudeHost = 'api2.amplitude.com';

const codes: Readonly<Record<string, string>> = {
  'www.googletagmanager.com': googleCode,
  'connect.facebook.net': metaCode,
  'analytics.tiktok.com/i18n': tiktokCode,
};

async function answer(route: Route) {
  const { host, pathname } = new URL(route.request().url());
  const code = codes[host] ?? codes[host + pathname.slice(0, 5)];
  if (host === amplitudeHost) {
    const { events } = route.request().postDataJSON() as { events: unknown[] };
    const json = { code: 200, events_ingested: events.length };
    await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
    return;
  }
  if (code === undefined) await route.fulfill({ status: 204 });
  else await route.fulfill({ contentType: 'text/javascript', body: `{${code}}` });
}

/** Returns the event names in a request to Amplitude; empty for any other request. */
export function amplitudeEvents(request: Request): string[] {
  if (new URL(request.url()).host !== amplitudeHost) return [];
  const { events } = request.postDataJSON() as { events: { event_type: string }[] };
  return events.map(({ event_type }) => event_type);
}

/**
 * Answers the page's requests to other hosts. Returns a log of these requests: host, path and event
 * name, oldest first.
 */
export async function answerOutside(context: BrowserContext, product: string): Promise<string[]> {
  const asked: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol, host, pathname, searchParams } = new URL(request.url());
    if (origin === product || !protocol.startsWith('http')) return;
    const event = searchParams.get('en') ?? searchParams.get('ev') ?? searchParams.get('event');
    asked.push(`${host}${pathname}${event ? ` ${event}` : ''}`);
  });
  await context.route((url) => url.origin !== product, answer);
  return asked;
}
