import type { KeptPhoto } from '../model/kept-photo.ts';

/** A photo to save on the device or to delete from the device. Jobs run one after the other. */
export type Job = { kind: 'keep'; id: string; photo: KeptPhoto } | { kind: 'forget'; id: string };

export type KeeperContext = {
  /** queued jobs; the first job is running */
  jobs: readonly Job[];
  /** ids of photos that could not be saved and would be lost with the page */
  unkept: readonly string[];
};

export type KeeperEvent =
  /** a chart uses this photo; sent again when the photo's data has changed */
  | { type: 'photo.held'; photo: KeptPhoto }
  /** the photo was uploaded, or the visitor has removed it */
  | { type: 'photo.released'; id: string };

declare module '../charts.ts' {
  interface ChartEvents {
    keeper: KeeperEvent;
  }
}
