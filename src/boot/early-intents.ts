/** An event from before the charts were running, with the files that belong to the event. */
export type EarlyIntent = readonly [event: Event, files: FileList | null | undefined];

declare global {
  /**
   * Events that the inline boot has stored, oldest first. Undefined when the page handles events
   * itself.
   */
  var early: EarlyIntent[] | undefined;

  interface Window {
    /** the element with this id, on the home page */
    studio?: HTMLElement;
  }
}
