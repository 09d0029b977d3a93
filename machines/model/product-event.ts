/**
 * Events that the operator of the product wants to count (R54). A chart emits them and does not
 * know who listens; values are short, because they travel as log parameters.
 */
export type ProductEvent =
  | { type: 'page.viewed'; page: string }
  /** another language is on screen than before */
  | { type: 'language.changed'; locale: string }
  | { type: 'dialog.opened'; dialog: string }
  | { type: 'dialog.answered'; dialog: string; answer: string }
  | { type: 'record.deleted' }
  /** `function` is the code of the function that made it */
  | { type: 'result.downloaded'; function: string | null }
  | { type: 'photo.chosen'; source: 'file' | 'kept' | 'sample' | 'record' }
  | { type: 'function.selected'; function: string }
  /** the server has it */
  | { type: 'task.started'; function: string }
  | { type: 'task.ended'; function: string; outcome: string }
  /** by the visitor, here and now */
  | { type: 'consent.chosen'; measurement: boolean; advertising: boolean };
