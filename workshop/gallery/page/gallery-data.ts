import type { SnapshotData } from '../../../src/machine-react/first-snapshots.ts';

/** Origin of a step: the visitor, another chart, the world behind a port, or time. */
export type StepMaker = 'visitor' | 'chart' | 'world' | 'time';

export type GalleryStep = { says: string; by: StepMaker };

/**
 * What a picture shows: the viewport, the whole page, or only the element that renders a chart.
 */
export type Shot = 'window' | 'page' | { element: string };

/** One visible state of one chart, with the path that leads to it. */
export type GalleryState = {
  /** used in addresses, files and reports: `studio/choosing.refused~animated` */
  id: string;
  /** machine id; `pages` for pages without their own chart */
  chart: string;
  /** short state path, regions joined by + */
  name: string;
  /** the difference from other pictures of the same state; '' if it is the only one */
  variant: string;
  /** expected `data-state` of the chart's element; '' for a page without a chart */
  dataState: string;
  /** `meta.view` of its innermost states */
  views: readonly string[];
  /** the start of the chart, if it has several possible starts */
  start: string;
  steps: readonly GalleryStep[];
  /** name of the page under the chart, and its path without language prefix */
  page: string;
  path: string;
  shot: Shot;
};

/** A snapshot of a chart as data; `can` are the events that it would accept. */
export type RestingSnapshot = SnapshotData & { can: readonly string[] };

/**
 * The snapshots of all charts in the states of one chart. Equal snapshots are stored once. `frames`
 * contains indexes into `snapshots` by state id and chart.
 */
export type GalleryFrames = {
  snapshots: readonly RestingSnapshot[];
  frames: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

/** Report of a frame for the gallery and the script that takes pictures. */
export type FrameReport = {
  /** ids of the messages that were used */
  messages: readonly string[];
  missing: readonly string[];
  /** errors written to the console */
  faults: readonly string[];
  /** pixels by which the page is wider than the viewport */
  overflow: number;
  /** texts and controls that are partly cut off */
  cutOff: readonly string[];
  /** the part of the page in the picture, CSS pixels; null is the viewport */
  box: { x: number; y: number; width: number; height: number } | null;
};

declare global {
  interface Window {
    /** set in a frame; resolves with the frame's report once the frame no longer changes */
    galleryFrame?: { settled: Promise<FrameReport> };
  }
}
