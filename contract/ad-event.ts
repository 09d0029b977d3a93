import { z } from 'zod';

/**
 * Identifier of a click or a visitor, set by an advertising company; empty if the visitor has none.
 */
const id = z.string().max(500).default('');

/** POST /v1/event (R58): an event of a visitor who may have come through an advertisement. */
export const adEventBody = z.object({
  /** true outside production */
  test: z.boolean(),
  /** channel of the advertising campaign; empty if the visitor did not come through a campaign */
  channel: z.string().max(200),
  name: z.string().min(1).max(100),
  adInfosDto: z.object({
    facebook: z.object({ fbPixId: id, fbc: id, fbp: id }),
    /** `gaCid` is the cookie `_ga` without its first two parts */
    ga: z.object({ gaCid: id, gclid: id, wbraid: id }),
  }),
});
