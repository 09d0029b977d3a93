import type { Allowed, Consent, ConsentSigns, Purpose } from '../model/consent.ts';
import type { PortCall, PortStream } from './port.ts';

/** Another tab of this browser has saved a choice. */
export type ConsentElsewhere = { type: 'consent.elsewhere'; consent: Consent };

export type ConsentPort = {
  /** Never rejects. If storage is refused, there is no stored choice. */
  readConsent: PortCall<void, ConsentSigns>;
  /**
   * Saves a choice with the current date. @throws PortFailure `unsupported` if storage is refused
   */
  keepConsent: PortCall<{ allowed: Allowed; despiteSignal: boolean }, void>;
  watchConsent: PortStream<void, ConsentElsewhere>;
  /**
   * Removes everything that this site has stored for these purposes, including data of other
   * services.
   */
  forgetTraces: PortCall<{ purposes: readonly Purpose[] }, void>;
};
