import type { PortCall, PortStream } from './port.ts';

/** A lazily loaded chunk could not be loaded; `chunk` identifies it. */
export type ChunkFailed = { type: 'chunk.failed'; chunk: string };

/** The page should compare its build with the server's build. */
export type LookDue = { type: 'look.due' };

export type ReloadCause = { kind: 'newer' | 'broken'; id: string };

/** A past reload of this tab; `path` has no query or fragment. */
export type PastReload = { path: string; cause: ReloadCause; agoMs: number };

export type FreshnessPort = {
  /**
   * Requests the newest build from the server. Null if this page has that build, or if some servers
   * still have an older build. @throws PortFailure `offline` or `server`
   */
  findNewerBuild: PortCall<void, { build: string | null }>;
  watchChunks: PortStream<void, ChunkFailed>;
  /**
   * Emits every hour, and immediately when a page becomes visible after a longer sleep or leaves a
   * cache.
   */
  watchAge: PortStream<void, LookDue>;
  /** @throws PortFailure `unsupported` if the tab's storage is refused */
  recallReloads: PortCall<void, readonly PastReload[]>;
  /**
   * Stores the reload for the next document. @throws PortFailure `unsupported` if the tab's storage
   * is refused
   */
  noteReload: PortCall<{ path: string; cause: ReloadCause } | null, void>;
};
