import type { z } from 'zod';
import type { adEventBody } from '../../../contract/ad-event.ts';
import type { Caller } from '../../../machines/model/user.ts';
import { readCampaign, readCookie, readGaCid } from './log-event.ts';

/** Tells the server the name of an event; never rejects. */
export type ReportAdEvent = (name: string) => Promise<void>;

type Settings = {
  /** origin and path before `/v1`; empty: the page's own origin */
  baseUrl: string;
  isProduction: boolean;
  metaPixelId: string;
  caller: () => Promise<Caller>;
};

/** As far as R58 says: the answer is not read, and a report that fails is not repeated (R32). */
export const createAdReport =
  ({ baseUrl, isProduction, metaPixelId, caller }: Settings): ReportAdEvent =>
  async (name) => {
    const body: z.input<typeof adEventBody> = {
      test: !isProduction,
      channel: readCampaign('channel'),
      name,
      adInfosDto: {
        facebook: {
          fbPixId: metaPixelId,
          fbc: readCookie('_fbc'),
          fbp: readCookie('_fbp'),
        },
        ga: { gaCid: readGaCid(), gclid: readCampaign('gclid'), wbraid: readCampaign('wbraid') },
      },
    };
    const by = await caller();
    const token = by.kind === 'user' ? by.token : '';
    await fetch(`${baseUrl}/v1/event`, {
      ...{ method: 'POST', credentials: 'include', keepalive: true },
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify(body),
    }).catch(() => {});
  };
