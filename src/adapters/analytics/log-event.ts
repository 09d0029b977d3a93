import Cookies from 'js-cookie';
import type { Allowed } from '../../../machines/model/consent.ts';
import type { LoggedEvent } from '../../../machines/ports/outside-service.port.ts';
import { type CountedEvent, eventCatalogue } from './event-catalogue.ts';

/** A product event with the page's state at that time. */
export type Heard = {
  event: CountedEvent;
  /** time by this device's clock, in milliseconds */
  at: number;
  url: string;
  /** purposes allowed at that time; null while the stored choice was being read */
  allowed: Allowed | null;
};

const timeInShanghai = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Shanghai',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** A value of the visitor's campaign (R14). Empty if there is none or storage is refused. */
export function readCampaign(name: 'utm_source' | 'channel' | 'gclid' | 'wbraid'): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** Empty if the cookie does not exist or cannot be read. */
export function readCookie(name: string): string {
  try {
    return Cookies.get(name) ?? '';
  } catch {
    return '';
  }
}

/**
 * The visitor's id from the cookie `_ga`: `GA1.1.123.456` without its first two parts. Empty if
 * there is no cookie.
 */
export const readGaCid = (): string => readCookie('_ga').split('.').slice(2).join('.');

/** The event with its catalogue name and the common parameters (R54). */
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
