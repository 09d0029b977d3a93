/** A visitor's action before the charts were running, with its files. */
export type EarlyIntent = readonly [event: Event, files: FileList | null | undefined];

declare global {
  /**
   * Actions stored by the inline boot, oldest first. Undefined once the page handles events itself.
   */
  var early: EarlyIntent[] | undefined;
}
