import type { PortCall } from './port.ts';

export type ContactMessage = {
  address: string;
  /** empty when it was left out */
  name: string;
  message: string;
  /** sent again with the same key, it is the same message */
  key: string;
};

export type ContactPort = {
  /** POST /v1/contact: to the support, with a receipt to the address. */
  sendMessage: PortCall<ContactMessage, void>;
};
