/** Something the visitor did before the charts could hear it, with the files that came with it. */
export type EarlyIntent = readonly [event: Event, files: FileList | null | undefined];

declare global {
  /** What the inline boot has kept, oldest first; undefined once the page listens by itself. */
  var early: EarlyIntent[] | undefined;
}
