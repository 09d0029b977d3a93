import type { PortCall, PortStream } from './port.ts';

/** Lazily loaded code could not be loaded; `chunk` identifies it. */
export type ChunkFailed = { type: 'chunk.failed'; chunk: string };

/** The server's build should be checked now. */
export type LookDue = { type: 'look.due' };

/** Why the page is reloaded: a newer build, or missing code. */
export type ReloadCause = { kind: 'newer' | 'broken'; id: string };

/** A reload stored for this tab; `path` without query and fragment. */
export type PastReload = { path: string; cause: ReloadCause; agoMs: number };

export type FreshnessPort = {
  /**
   * Asks the server for its newest build. Null if this page is of that build, or if not every server has it
   * yet. @throws PortFailure `offline` or `server`
   */
  findNewerBuild: PortCall<void, { build: string | null }>;
  watchChunks: PortStream<void, ChunkFailed>;
  /** Emits each hour, and at once if a page that slept longer is visible again or came from a cache. */
  watchAge: PortStream<void, LookDue>;
  /** @throws PortFailure `unsupported` if the tab's storage is refused */
  recallReloads: PortCall<void, readonly PastReload[]>;
  /** Survives the document. @throws PortFailure `unsupported` if the tab's storage is refused */
  noteReload: PortCall<{ path: string; cause: ReloadCause } | null, void>;
};
