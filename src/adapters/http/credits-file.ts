import ky from 'ky';
import { creditsFilePath } from '../../../machines/model/ledger.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { toAbortSignal } from '../abort-signal.ts';
import { offerFile } from '../browser/offer-file.ts';
import type { WhoCalls } from './api-client.ts';
import { callHeaders } from './call-headers.ts';
import { readCode, toPortError } from './http-failure.ts';

type Settings = {
  baseUrl: string;
  website: string;
  locale: () => string;
  caller: WhoCalls;
  fetch?: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
};

const fileName = 'credits.csv';
const call = 'saveCreditsFile';
/**
 * Saves the credit history as a file. A plain link cannot be used, because it would not send the
 * token.
 */
export const createCreditsFile =
  (settings: Settings) =>
  async (_: unknown, signal?: CancelSignal): Promise<void> => {
    const { baseUrl, caller, fetch } = settings;
    try {
      const by = await caller();
      const response = await ky.get(creditsFilePath, {
        prefix: baseUrl,
        cache: 'no-store',
        credentials: 'include',
        retry: 0,
        timeout: 30_000,
        headers: callHeaders(settings, by),
        ...(fetch ? { fetch } : {}),
        ...(signal ? { signal: toAbortSignal(signal) } : {}),
      });
      // a refusal is an envelope with the status 200, and not a CSV file
      if (!response.headers.get('content-type')?.startsWith('text/csv')) {
        const { success: code, msg } = readCode(await response.json());
        throw new PortError({ reason: 'refused', code, msg, call });
      }
      offerFile(await response.blob(), fileName);
    } catch (error) {
      throw toPortError(error, call);
    }
  };
