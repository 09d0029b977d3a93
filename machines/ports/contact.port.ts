import type { PortCall, PortSink } from './port.ts';

export type ContactMessage = {
  address: string;
  /** empty if left out */
  name: string;
  message: string;
  /** a repeated key is the same message */
  key: string;
};

/** Text typed in this tab and not yet sent. */
export type ContactDraft = {
  /** owner of the draft: a user's id, empty for a guest */
  visitor: string;
  address: string;
  name: string;
  message: string;
  /** key of an unconfirmed send of exactly this text, or null if it was never sent */
  key: string | null;
};

export type DraftChanged = { type: 'draft.changed'; draft: ContactDraft };

export type ContactPort = {
  /** The last saved draft, or null if there is none. */
  readDraft: PortCall<void, ContactDraft | null>;
  /** Saves the draft until the tab is closed, or until a reload if storage is refused. */
  keepDraft: PortSink<DraftChanged>;
  dropDraft: PortCall<void, void>;
  /** Address of the signed-in user, or null for a guest. */
  findAddress: PortCall<void, string | null>;
  /** POST /v1/contact: to the support, with a receipt to the address. */
  sendMessage: PortCall<ContactMessage, void>;
};
