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
import type { Region } from '../../../machines/model/regions.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import type { UserInfo } from '../../../machines/model/user.ts';
import type { LogMessage } from '../../../machines/ports/log.port.ts';

/** The simulated world of a test: the ports answer according to it. */
export type MemoryWorld = {
  setup: Setup;
  user: UserInfo;
  /** newest first */
  records: TaskRecord[];
  photo: Photo;
  /** what is found in every photo */
  regions: readonly Region[];
  messages: (locale: Locale) => Messages;
  languageCookie: string | null;
  browserLanguages: readonly string[];
  online: boolean;
  /** photos kept on this device, oldest first; null when it keeps none */
  keptPhotos: KeptPhoto[] | null;
  /** of whoever is signed in */
  account: OwnAccount;
  sessions: OwnSession[];
  credits: LedgerPage;
  prices: PriceList;
  /** of whoever is signed in, newest first */
  orders: Order[];
  plan: Plan | null;
  /** how often the ledger was saved as a file */
  savedFiles: number;
  /** the code that every mail brings, and what was mailed to */
  code: string;
  mailed: string[];
  /** whether mail is sent that no account needs */
  subscribed: boolean;
  /** effects of the charts on the world */
  campaign: Record<string, string>;
  consent: ConsentSigns;
  /** what was stored for each of these */
  traces: Purpose[];
  logged: LogMessage[];
  visited: string[];
};
