import type { PortCall } from '../../../machines/ports/port.ts';

export type RatingPort = {
  /** Rejects with the reason `offline` without a network. */
  saveRating: PortCall<{ happy: boolean; comment: string | null }, void>;
};
