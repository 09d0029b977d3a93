import type { SnapshotData } from '../../../src/machine-react/first-snapshots.ts';

/** The cause of a step: a visitor, another chart, an answer through a port, or time. */
export type StepMaker = 'visitor' | 'chart' | 'world' | 'time';

export type GalleryStep = { says: string; by: StepMaker };

/** The content of a picture: the viewport, the whole page, or the element of a chart. */
export type Shot = 'window' | 'page' | { element: string };

/** One visible state of one chart, with the path that leads to it. */
export type GalleryState = {
  /** used in addresses, files and reports: `studio/choosing.refused~animated` */
  id: string;
  /** systemId of the chart; `pages` for pages without a chart of their own */
  chart: string;
  /** short state path, regions joined by + */
  name: string;
  /** the difference from other pictures of the same state; '' for the only picture */
  variant: string;
  /** expected `data-state` of the chart's element; '' for a page without a chart */
  dataState: string;
  /** `meta.view` of the state's innermost states */
  views: readonly string[];
  /** the start of the chart, if it has several possible starts */
  start: string;
  steps: readonly GalleryStep[];
  /** name and path of the page under the chart; the path has no language prefix */
  page: string;
  path: string;
  shot: Shot;
};

/** A snapshot of a chart as data; `can` are the events that it would accept. */
export type RestingSnapshot = SnapshotData & { can: readonly string[] };

/**
 * The snapshots of all charts for the states of one chart. Equal snapshots are stored once.
 * `frames` maps state id and chart to an index of `snapshots`.
 */
export type GalleryFrames = {
  snapshots: readonly RestingSnapshot[];
  frames: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

/** The report of a frame to the gallery and to the script that takes pictures. */
export type FrameReport = {
  /** ids of the messages that the page has looked up */
  messages: readonly string[];
  missing: readonly string[];
  /** errors written to the console */
  faults: readonly string[];
  /** pixels by which the page is wider than the viewport */
  overflow: number;
  /** texts and controls that are partly cut off */
  cutOff: readonly string[];
  /** the part of the page in the picture, in CSS pixels; null for the viewport */
  box: { x: number; y: number; width: number; height: number } | null;
};

declare global {
  interface Window {
    /** exists in a frame; `settled` resolves when the frame no longer changes */
    galleryFrame?: { settled: Promise<FrameReport> };
  }
}
