import type { Allowed, Consent, ConsentSigns, Purpose } from '../model/consent.ts';
import type { PortCall, PortStream } from './port.ts';

/** Another tab of this browser has kept a choice. */
export type ConsentElsewhere = { type: 'consent.elsewhere'; consent: Consent };

export type ConsentPort = {
  /** Never rejects: a device that keeps nothing has kept no choice. */
  readConsent: PortCall<void, ConsentSigns>;
  /** Keeps a choice with the date. @throws PortFailure `unsupported` where the device keeps nothing */
  keepConsent: PortCall<{ allowed: Allowed; despiteSignal: boolean }, void>;
  watchConsent: PortStream<void, ConsentElsewhere>;
  /** Removes whatever was stored for these purposes, by us or by others on this site. */
  forgetTraces: PortCall<{ purposes: readonly Purpose[] }, void>;
};
