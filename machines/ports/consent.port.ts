import type { Allowed, Consent, ConsentSigns, Purpose } from '../model/consent.ts';
import type { PortCall, PortStream } from './port.ts';

/** Another tab of this browser has saved a choice. */
export type ConsentElsewhere = { type: 'consent.elsewhere'; consent: Consent };

export type ConsentPort = {
  /** Never rejects: without storage, there is no stored choice. */
  readConsent: PortCall<void, ConsentSigns>;
  /** Saves a choice with the date. @throws PortFailure `unsupported` if the device stores nothing */
  keepConsent: PortCall<{ allowed: Allowed; despiteSignal: boolean }, void>;
  watchConsent: PortStream<void, ConsentElsewhere>;
  /** Removes everything stored for these purposes on this site, by us or by others. */
  forgetTraces: PortCall<{ purposes: readonly Purpose[] }, void>;
};
