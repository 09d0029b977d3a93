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
 * A chart of the product adds its events here, which makes `chart('rating')` and the row of the
 * table typed: declare module '../charts.ts' { interface ChartEvents { rating: RatingEvent } }
 */
