import type { ConsentSigns, Purpose } from '../../../machines/model/consent.ts';
import type { Setup } from '../../../machines/model/functions.ts';
import type { KeptPhoto } from '../../../machines/model/kept-photo.ts';
import type { LedgerPage } from '../../../machines/model/ledger.ts';
import type { Locale } from '../../../machines/model/locale.ts';
import type { Plan } from '../../../machines/model/membership.ts';
import type { Messages } from '../../../machines/model/message.ts';
import type { Order } from '../../../machines/model/order.ts';
import type { OwnAccount, OwnSession } from '../../../machines/model/own-account.ts';
import type { Photo } from '../../../machines/model/photo.ts';
import type { PriceList } from '../../../machines/model/price.ts';
import type { FoundRegion } from '../../../machines/model/regions.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import type { UserInfo } from '../../../machines/model/user.ts';
import type { PastReload } from '../../../machines/ports/freshness.port.ts';
import type { LogMessage } from '../../../machines/ports/log.port.ts';
import { samplePrices } from '../../../machines/testing/sample-prices.ts';
import { memoryPhoto, memorySetup } from './memory-samples.ts';

/** The data of a test, from which the memory ports answer. */
export type MemoryWorld = {
  setup: Setup;
  user: UserInfo;
  /** newest first */
  records: TaskRecord[];
  photo: Photo;
  /** regions found in every photo */
  regions: readonly FoundRegion[];
  messages: (locale: Locale) => Messages;
  languageCookie: string | null;
  browserLanguages: readonly string[];
  online: boolean;
  /** photos stored on this device, oldest first; null if storage is refused */
  keptPhotos: KeptPhoto[] | null;
  /** account and sessions of the signed-in user */
  account: OwnAccount;
  sessions: OwnSession[];
  credits: LedgerPage;
  prices: PriceList;
  /** the signed-in user's orders, newest first */
  orders: Order[];
  plan: Plan | null;
  /** number of times the ledger was saved as a file */
  savedFiles: number;
  /** the code in every mail, and the addresses that received mails */
  code: string;
  mailed: string[];
  subscribed: boolean;
  /** data that the charts have written */
  campaign: Record<string, string>;
  consent: ConsentSigns;
  /** purposes with stored data */
  traces: Purpose[];
  /** the server's newer build, or null if there is none */
  newerBuild: string | null;
  reloads: PastReload[];
  logged: LogMessage[];
  visited: string[];
};

export const today = '2030-01-01T00:00:00.000Z';

export const signedOut: UserInfo = { vipStatus: 0, subscriptionStatus: 0, allowance: null };

export function createMemoryWorld(changes: Partial<MemoryWorld> = {}): MemoryWorld {
  return {
    setup: memorySetup,
    user: { ...signedOut },
    records: [],
    photo: memoryPhoto,
    regions: [],
    messages: () => ({}),
    languageCookie: null,
    browserLanguages: ['en'],
    online: true,
    keptPhotos: [],
    account: { email: 'anna@example.com', hasPassword: false, locale: 'en', reminders: true },
    sessions: [{ id: 's1', isCurrent: true, device: 'Firefox, Linux', lastSeenAt: today }],
    credits: { balance: 0, lots: [], lines: [], nextCursor: null },
    prices: samplePrices,
    orders: [],
    plan: null,
    savedFiles: 0,
    code: '123456',
    mailed: [],
    subscribed: true,
    campaign: {},
    consent: { asked: [], kept: null, isObjecting: false },
    traces: [],
    newerBuild: null,
    reloads: [],
    logged: [],
    visited: [],
    ...changes,
  };
}
