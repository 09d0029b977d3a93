import { z } from 'zod';

/** What an advertising network has named a click or a visitor; empty where it has not. */
const id = z.string().max(500).default('');

/** POST /v1/event (R58): what somebody did who may have come by an advertisement. */
export const adEventBody = z.object({
  /** outside production */
  test: z.boolean(),
  /** of the campaign, empty without one */
  channel: z.string().max(200),
  name: z.string().min(1).max(100),
  adInfosDto: z.object({
    facebook: z.object({ fbPixId: id, fbc: id, fbp: id }),
    /** `gaCid` is the cookie `_ga` without its first two parts */
    ga: z.object({ gaCid: id, gclid: id, wbraid: id }),
  }),
});
