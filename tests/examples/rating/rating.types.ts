import type { TaskEnded } from '../../../machines/app/app.types.ts';
import type { CommentOutput } from '../comment/comment.types.ts';

export type RatingContext = { happy: boolean; comment: string | null };

export type RatingEvent =
  | TaskEnded
  | { type: 'rating.given'; happy: boolean }
  | { type: 'rating.retried' }
  | { type: 'rating.dismissed' }
  | { type: 'dialog.answered'; id: string; answer: CommentOutput | 'cancelled' };

/*
 * In the product a chart adds its events, so that `chart('rating')` and its row of the table are
 * typed:
 * declare module '../charts.ts' { interface ChartEvents { rating: RatingEvent } }
 */
