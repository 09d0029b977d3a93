import type { PortCall, PortSink } from './port.ts';

export type ContactMessage = {
  address: string;
  /** empty if the visitor left it out */
  name: string;
  message: string;
  /** a message with a repeated key is sent once */
  key: string;
};

/** A message typed in this tab and not yet sent. */
export type ContactDraft = {
  /** owner of the draft: a user's id, empty for a guest */
  visitor: string;
  address: string;
  name: string;
  message: string;
  /** key of an earlier, unconfirmed send of exactly this text; null if it was never sent */
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
  /** POST /v1/contact: sends the message to the support, and a receipt to the visitor's address. */
  sendMessage: PortCall<ContactMessage, void>;
};
