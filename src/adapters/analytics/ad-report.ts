import type { z } from 'zod';
import type { adEventBody } from '../../../contract/ad-event.ts';
import type { Caller } from '../../../machines/model/user.ts';
import { callHeaders } from '../http/call-headers.ts';
import { readCampaign, readCookie, readGaCid } from './log-event.ts';

/** Reports the name of an event to the server; never rejects. */
export type ReportAdEvent = (name: string) => Promise<void>;

type Settings = {
  /** origin and path before `/v1`; empty if the server has the page's own origin */
  baseUrl: string;
  isProduction: boolean;
  metaPixelId: string;
  /** site identifier and current language for the request headers (R30) */
  website: string;
  locale: () => string;
  caller: () => Promise<Caller>;
};

/**
 * Returns the function that reports ad events. The server's answer is ignored (R58), and a failed
 * report is not repeated (R32).
 */
export const createAdReport =
  (settings: Settings): ReportAdEvent =>
  async (name) => {
    const { baseUrl, isProduction, metaPixelId, caller } = settings;
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
    await fetch(`${baseUrl}/v1/event`, {
      method: 'POST',
      cache: 'no-store',
      credentials: 'include',
      keepalive: true,
      headers: {
        'content-type': 'application/json',
        ...callHeaders(settings, await caller()),
      },
      body: JSON.stringify(body),
    }).catch(() => {});
  };
