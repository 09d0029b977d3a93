/** A visitor's action before the charts were running, with its files. */
export type EarlyIntent = readonly [event: Event, files: FileList | null | undefined];

declare global {
  /** Actions kept by the inline boot, oldest first; undefined once the page handles them itself. */
  var early: EarlyIntent[] | undefined;
}
