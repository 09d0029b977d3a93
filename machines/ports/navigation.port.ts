import type { Move, PageNeeds } from '../model/pages.ts';
import type { PortCall, PortSink, PortStream } from './port.ts';

/** The address of the document: path with language, query and fragment. */
export type LocationChanged = { type: 'location.changed'; path: string; move: Move };

/** The visitor went back from an overlay to the page. */
export type BackPressed = { type: 'back.pressed' };

/** Makes the browser load a page of this site, which ends this document. */
export type DocumentRequested = { type: 'document.requested'; path: string };

export type NavigationPort = {
  /**
   * Changes the address within the app: `to` is an absolute path of this site that passed the rule of R9.
   * Rejects with `unsupported` if the browser refuses to change its history.
   */
  navigate: PortCall<{ to: string; replace: boolean }, void>;
  /**
   * While something covers the page: makes the browser's back button return to the page, and emits when the
   * visitor has gone back. Several layers are stacked in the order of their subscriptions. If the browser
   * refuses to change its history, back leaves the page.
   */
  watchBack: PortStream<void, BackPressed>;
  /** Emits every move to another page, whatever its cause. */
  watchLocation: PortStream<void, LocationChanged>;
  /**
   * Loads and caches the code of a page and its texts in a language. Rejects with `offline` without a network,
   * otherwise with `unexpected`: the build may be older than the server's.
   */
  preparePage: PortCall<PageNeeds, void>;
  loadDocument: PortSink<DocumentRequested>;
};
