import type { KeptPhoto } from '../model/kept-photo.ts';

/** What is still to be written down or deleted, one after the other. */
export type Job = { kind: 'keep'; id: string; photo: KeptPhoto } | { kind: 'forget'; id: string };

export type KeeperContext = {
  /** the first one is under way */
  jobs: readonly Job[];
  /** photos that would be lost with the page, by their ids */
  unkept: readonly string[];
};

export type KeeperEvent =
  /** a chart works with this photo; again when what is known of it has changed */
  | { type: 'photo.held'; photo: KeptPhoto }
  /** it has arrived at the server, or the visitor has put it away */
  | { type: 'photo.released'; id: string };

declare module '../charts.ts' {
  interface ChartEvents {
    keeper: KeeperEvent;
  }
}
