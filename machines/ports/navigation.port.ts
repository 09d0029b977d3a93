import type { Move, PageNeeds } from '../model/pages.ts';
import type { PortCall, PortSink, PortStream } from './port.ts';

/** The document's address has changed; `path` has language, query and fragment. */
export type LocationChanged = { type: 'location.changed'; path: string; move: Move };

/** The visitor went back from an overlay to the page. */
export type BackPressed = { type: 'back.pressed' };

/** The browser should load a page of this site, which ends this document. */
export type DocumentRequested = { type: 'document.requested'; path: string };

export type NavigationPort = {
  /**
   * Changes the address within the app. `to` is an absolute path of this site, already checked by
   * R9. Rejects with `unsupported` if the browser refuses to change its history.
   */
  navigate: PortCall<{ to: string; replace: boolean }, void>;
  /**
   * For an overlay: the browser's back button returns to the page, and the stream then emits.
   * Several subscriptions are stacked, the latest on top. If the browser refuses to change its
   * history, back leaves the page.
   */
  watchBack: PortStream<void, BackPressed>;
  /** Emits every move to another page, whatever its cause. */
  watchLocation: PortStream<void, LocationChanged>;
  /**
   * Loads and caches the code and the texts of a page. Rejects with `offline` without a network,
   * otherwise with `unexpected`: this build may be older than the server's.
   */
  preparePage: PortCall<PageNeeds, void>;
  loadDocument: PortSink<DocumentRequested>;
};
