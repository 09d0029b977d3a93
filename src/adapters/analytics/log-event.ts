import Cookies from 'js-cookie';
import type { Allowed } from '../../../machines/model/consent.ts';
import { type CountedEvent, eventCatalogue } from './event-catalogue.ts';
import type { LoggedEvent } from './forwarder.ts';

/** An event as it was when it happened. */
export type Heard = {
  event: CountedEvent;
  /** by this device's clock, in milliseconds */
  at: number;
  /** the path of the page */
  url: string;
  /** what was allowed then; null while the kept choice was still being read */
  allowed: Allowed | null;
};

const timeInShanghai = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Shanghai',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Of the campaign that brought the visitor (R14); empty where none did, or the browser keeps nothing. */
export function readCampaign(name: 'utm_source' | 'channel' | 'gclid' | 'wbraid'): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** Empty without that cookie, or where the browser shows none. */
export function readCookie(name: string): string {
  try {
    return Cookies.get(name) ?? '';
  } catch {
    return '';
  }
}

/** The visitor's id in `_ga`, `GA1.1.123.456`, without its first two parts; empty without that cookie. */
export const readGaCid = (): string => readCookie('_ga').split('.').slice(2).join('.');

/** As the catalogue names it, with what belongs to every event (R54). */
export function logEvent({ event: { type, ...own }, at, url }: Heard): LoggedEvent {
  return {
    name: eventCatalogue[type].name,
    parameters: {
      ...own,
      url,
      utm_source: readCampaign('utm_source'),
      channel: readCampaign('channel'),
      gaCid: readGaCid(),
      shanghai_time: timeInShanghai.format(at),
    },
    at,
  };
}
