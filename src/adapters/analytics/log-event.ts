import Cookies from 'js-cookie';
import type { Allowed } from '../../../machines/model/consent.ts';
import type { LoggedEvent } from '../../../machines/ports/outside-service.port.ts';
import { type CountedEvent, eventCatalogue } from './event-catalogue.ts';

/** A product event with the state of the page when the event happened. */
export type Heard = {
  event: CountedEvent;
  /** time of the event by this device's clock, in milliseconds */
  at: number;
  url: string;
  /** purposes allowed when the event happened; null if the stored choice was still being read */
  allowed: Allowed | null;
};

const timeInShanghai = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Shanghai',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/**
 * Returns a value of the visitor's campaign (R14), or '' if the value is missing or storage is
 * refused.
 */
export function readCampaign(name: 'utm_source' | 'channel' | 'gclid' | 'wbraid'): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** Returns the value of a cookie, or '' if the cookie does not exist or cannot be read. */
export function readCookie(name: string): string {
  try {
    return Cookies.get(name) ?? '';
  } catch {
    return '';
  }
}

/**
 * Returns the visitor's id from the cookie `_ga`: `GA1.1.123.456` without its first two parts.
 * Returns '' if the cookie does not exist.
 */
export const readGaCid = (): string => readCookie('_ga').split('.').slice(2).join('.');

/** Returns the event with its name in the catalogue and the common parameters (R54). */
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
