import type { PortCall, PortStream } from './port.ts';

/** Code that is loaded when it is needed could not be loaded; `chunk` tells one from another. */
export type ChunkFailed = { type: 'chunk.failed'; chunk: string };

/** It is time to ask the server for its build. */
export type LookDue = { type: 'look.due' };

/** Why the page is loaded anew: a newer build, or code that is missing. */
export type ReloadCause = { kind: 'newer' | 'broken'; id: string };

/** A reload that this tab remembers; `path` without query and fragment. */
export type PastReload = { path: string; cause: ReloadCause; agoMs: number };

export type FreshnessPort = {
  /**
   * Asks the server for its newest build. Null while this page is of that build, or while not every
   * server has it. @throws PortFailure `offline` or `server`
   */
  findNewerBuild: PortCall<void, { build: string | null }>;
  watchChunks: PortStream<void, ChunkFailed>;
  /** Emits each hour, at once where a page that slept longer is seen again or came from a cache. */
  watchAge: PortStream<void, LookDue>;
  /** @throws PortFailure `unsupported` where the tab remembers nothing */
  recallReloads: PortCall<void, readonly PastReload[]>;
  /** Outlives the document. @throws PortFailure `unsupported` where the tab remembers nothing */
  noteReload: PortCall<{ path: string; cause: ReloadCause } | null, void>;
};
