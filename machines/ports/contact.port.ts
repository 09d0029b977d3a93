import type { PortCall, PortSink } from './port.ts';

export type ContactMessage = {
  address: string;
  /** empty when it was left out */
  name: string;
  message: string;
  /** sent again with the same key, it is the same message */
  key: string;
};

/** What has been typed and not sent, for this tab. */
export type ContactDraft = {
  /** whose it is: a user's id, empty for a guest */
  visitor: string;
  address: string;
  name: string;
  message: string;
  /** under which it was sent as it stands, and may have arrived; null where it never was */
  key: string | null;
};

export type DraftChanged = { type: 'draft.changed'; draft: ContactDraft };

export type ContactPort = {
  /** What was kept last; null when there is nothing. */
  readDraft: PortCall<void, ContactDraft | null>;
  /** Keeps it until the tab is closed; where storage is refused, until the page is loaded again. */
  keepDraft: PortSink<DraftChanged>;
  dropDraft: PortCall<void, void>;
  /** The address of whoever is signed in; null for a guest. */
  findAddress: PortCall<void, string | null>;
  /** POST /v1/contact: to the support, with a receipt to the address. */
  sendMessage: PortCall<ContactMessage, void>;
};
