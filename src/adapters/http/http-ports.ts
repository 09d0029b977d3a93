import type { CallName } from '../../../contract/calls.ts';
import type { AppPorts } from '../../../machines/ports/app-ports.ts';
import { createContactDraft } from '../browser/contact-draft.ts';
import type { IdentityProvider } from '../firebase/firebase-provider.ts';
import type { KeptLog } from '../storage/kept-log.ts';
import { createApi, type WhoCalls } from './api-client.ts';
import { createCreditsFile } from './credits-file.ts';
import { createHttpAccount } from './http-account.ts';
import { createHttpContact } from './http-contact.ts';
import { createHttpLog } from './http-log.ts';
import { createHttpMailChoice } from './http-mail-choice.ts';
import { createHttpOrder } from './http-order.ts';
import { createHttpRecords } from './http-records.ts';
import { createHttpSession } from './http-session.ts';
import { createHttpSignIn } from './http-sign-in.ts';
import { createHttpSubscription } from './http-subscription.ts';
import { createHttpTask } from './http-task.ts';
import type { Reach } from './reach.ts';
import type { WirePart } from './wire-table.ts';

type Settings = {
  baseUrl: string;
  website: string;
  wire: WirePart;
  laterWire: () => Promise<WirePart>;
  locale: () => string;
  caller: WhoCalls;
  onWrite?: (name: CallName) => void;
  reach: Reach;
  keptLog: KeptLog;
  fetch?: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** null if no identity provider is configured */
  provider: IdentityProvider | null;
};

export type HttpPorts = Pick<
  AppPorts,
  | 'account'
  | 'contact'
  | 'log'
  | 'mailChoice'
  | 'order'
  | 'records'
  | 'session'
  | 'setup'
  | 'signIn'
  | 'subscription'
  | 'task'
>;

/** Creates all ports that call the server. The ports share one client. */
export function createHttpPorts(settings: Settings): HttpPorts {
  const api = settings.reach.observe(createApi(settings));
  return {
    account: createHttpAccount(api, createCreditsFile(settings)),
    contact: { ...createHttpContact(api, settings.caller), ...createContactDraft() },
    log: createHttpLog(api, {
      kept: settings.keptLog,
      reach: settings.reach,
      now: () => new Date(),
    }),
    mailChoice: createHttpMailChoice(api),
    order: createHttpOrder(api, settings.locale),
    records: createHttpRecords(api),
    session: createHttpSession(api),
    signIn: createHttpSignIn(api, settings.provider),
    setup: { loadSetup: (_, signal) => api('setup', { signal }) },
    subscription: createHttpSubscription(api),
    task: createHttpTask(api, { caller: settings.caller }),
  };
}
