import type { AccountPort } from './account.port.ts';
import type { CampaignPort } from './campaign.port.ts';
import type { ClockPort } from './clock.port.ts';
import type { ConnectionPort } from './connection.port.ts';
import type { ConsentPort } from './consent.port.ts';
import type { ContactPort } from './contact.port.ts';
import type { DebugConsolePort } from './debug-console.port.ts';
import type { DialogPort } from './dialog.port.ts';
import type { EventQueuePort } from './event-queue.port.ts';
import type { FreshnessPort } from './freshness.port.ts';
import type { KeptPhotosPort } from './kept-photos.port.ts';
import type { LanguagePort } from './language.port.ts';
import type { LogPort } from './log.port.ts';
import type { MailChoicePort } from './mail-choice.port.ts';
import type { NavigationPort } from './navigation.port.ts';
import type { OrderPort } from './order.port.ts';
import type { OutsideServicePort } from './outside-service.port.ts';
import type { PhotoPort } from './photo.port.ts';
import type { PicturePort } from './picture.port.ts';
import type { RecordsPort } from './records.port.ts';
import type { SessionPort } from './session.port.ts';
import type { SetupPort } from './setup.port.ts';
import type { SignInPort } from './sign-in.port.ts';
import type { SubscriptionPort } from './subscription.port.ts';
import type { TabsPort } from './tabs.port.ts';
import type { TaskPort } from './task.port.ts';

/** All ports of the page's charts, as created by the composition root. */
export type AppPorts = {
  account: AccountPort;
  campaign: CampaignPort;
  clock: ClockPort;
  connection: ConnectionPort;
  consent: ConsentPort;
  contact: ContactPort;
  debugConsole: DebugConsolePort;
  dialog: DialogPort;
  freshness: FreshnessPort;
  keptPhotos: KeptPhotosPort;
  language: LanguagePort;
  log: LogPort;
  mailChoice: MailChoicePort;
  navigation: NavigationPort;
  order: OrderPort;
  photo: PhotoPort;
  picture: PicturePort;
  records: RecordsPort;
  session: SessionPort;
  setup: SetupPort;
  signIn: SignInPort;
  subscription: SubscriptionPort;
  tabs: TabsPort;
  task: TaskPort;
};

/** The ports of charts that load after the page. They load together with their charts. */
export type LatePorts = { eventQueue: EventQueuePort; outsideService: OutsideServicePort };
