import type { SnapshotData } from '../../../src/machine-react/first-snapshots.ts';

/** Who made a step: the visitor, another chart, the world behind a port, or time. */
export type StepMaker = 'visitor' | 'chart' | 'world' | 'time';

export type GalleryStep = { says: string; by: StepMaker };

/**
 * How a picture of it is taken: what the window shows, the whole page, or only the element that
 * renders a chart.
 */
export type Shot = 'window' | 'page' | { element: string };

/** One state of one chart as it can be on screen, with the way there. */
export type GalleryState = {
  /** names it in addresses, files and reports: `tray/choosing.refused~animated` */
  id: string;
  /** machine id; `pages` for pages without a chart of their own */
  chart: string;
  /** short state path, regions joined by + */
  name: string;
  /** what tells it from others in the same state; '' where nothing does */
  variant: string;
  /** what `data-state` of the chart's element has to say; '' for a page without a chart */
  dataState: string;
  /** `meta.view` of its innermost states */
  views: readonly string[];
  /** how the chart was started, where that differs */
  start: string;
  steps: readonly GalleryStep[];
  /** requirements of the last transitions */
  requirements: readonly string[];
  /** name of the page below it, and its path without language */
  page: string;
  path: string;
  shot: Shot;
};

/** A snapshot of a chart as data; `can` are the events that it would take. */
export type RestingSnapshot = SnapshotData & { can: readonly string[] };

/**
 * All charts as they are in the states of one chart. Snapshots are stored once; `frames` holds, by
 * state id and chart, places in `snapshots`.
 */
export type GalleryFrames = {
  snapshots: readonly RestingSnapshot[];
  frames: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

/** What a frame tells the gallery around it, and the script that takes pictures. */
export type FrameReport = {
  /** ids of the messages that were put into words */
  messages: readonly string[];
  missing: readonly string[];
  /** what was written to the console as an error */
  faults: readonly string[];
  /** pixels by which the page is wider than its window */
  overflow: number;
  /** words of texts and controls of which a part cannot be seen */
  cutOff: readonly string[];
  /** the part of the page that the picture shows, CSS pixels; null is the window */
  box: { x: number; y: number; width: number; height: number } | null;
};

declare global {
  interface Window {
    /** in a frame: what came of it, as soon as it is at rest */
    galleryFrame?: { settled: Promise<FrameReport> };
  }
}
