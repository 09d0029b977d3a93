import type { Move, PageNeeds } from '../model/pages.ts';
import type { PortCall, PortSink, PortStream } from './port.ts';

/** The address of the document: path with language, query and fragment. */
export type LocationChanged = { type: 'location.changed'; path: string; move: Move };

/** The visitor has gone back from what lies over the page. */
export type BackPressed = { type: 'back.pressed' };

/** Makes the browser load a page of this site, which ends this document. */
export type DocumentRequested = { type: 'document.requested'; path: string };

export type NavigationPort = {
  /**
   * Changes the address, in-app only: `to` is an absolute path of this site that passed the rule of
   * R9. Rejects with `unsupported` when the browser refuses to change its history.
   */
  navigate: PortCall<{ to: string; replace: boolean }, void>;
  /**
   * For as long as something lies over the page: lets the browser's back lead to the page, and emits
   * when the visitor has gone there. Several lie over each other in the order of their subscriptions.
   * Where the browser refuses to change its history, back leaves the page.
   */
  watchBack: PortStream<void, BackPressed>;
  /** Emits every move to another page, whatever caused it. */
  watchLocation: PortStream<void, LocationChanged>;
  /**
   * Loads the code of a page and its text in a language, and keeps both. Rejects with `offline`
   * without a network, otherwise with `unexpected`: the build may be older than the server's.
   */
  preparePage: PortCall<PageNeeds, void>;
  loadDocument: PortSink<DocumentRequested>;
};
