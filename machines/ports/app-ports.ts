import type { AccountPort } from './account.port.ts';
import type { CampaignPort } from './campaign.port.ts';
import type { ClockPort } from './clock.port.ts';
import type { ConnectionPort } from './connection.port.ts';
import type { ContactPort } from './contact.port.ts';
import type { DebugConsolePort } from './debug-console.port.ts';
import type { DialogPort } from './dialog.port.ts';
import type { KeptPhotosPort } from './kept-photos.port.ts';
import type { LanguagePort } from './language.port.ts';
import type { LogPort } from './log.port.ts';
import type { NavigationPort } from './navigation.port.ts';
import type { PhotoPort } from './photo.port.ts';
import type { RecordsPort } from './records.port.ts';
import type { SessionPort } from './session.port.ts';
import type { SetupPort } from './setup.port.ts';
import type { SignInPort } from './sign-in.port.ts';
import type { TaskPort } from './task.port.ts';

/** Everything the charts ask of the world; the composition root makes one of these. */
export type AppPorts = {
  account: AccountPort;
  campaign: CampaignPort;
  clock: ClockPort;
  connection: ConnectionPort;
  contact: ContactPort;
  debugConsole: DebugConsolePort;
  dialog: DialogPort;
  keptPhotos: KeptPhotosPort;
  language: LanguagePort;
  log: LogPort;
  navigation: NavigationPort;
  photo: PhotoPort;
  records: RecordsPort;
  session: SessionPort;
  setup: SetupPort;
  signIn: SignInPort;
  task: TaskPort;
};
