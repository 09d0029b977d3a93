export type CommentInput = { longest: number };

export type CommentOutput = { comment: string };

export type CommentContext = CommentInput & CommentOutput;

export type CommentEvent = { type: 'comment.changed'; text: string } | { type: 'comment.sent' };

/*
 * In the product a dialog adds itself to the charts and to the dialogs:
 * declare module '../charts.ts' { interface ChartEvents { comment: CommentEvent } }
 * declare module '../model/dialog.ts' {
 *   interface Dialogs { comment: { input: CommentInput; output: CommentOutput } }
 * }
 */
