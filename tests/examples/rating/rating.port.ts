import type { PortCall } from '../../../machines/ports/port.ts';

export type RatingPort = {
  /** Rejects with the reason `offline` if the device has no connection. */
  saveRating: PortCall<{ happy: boolean; comment: string | null }, void>;
};
