import { creditsFilePath } from '../../machines/model/ledger.ts';
import type { Principals } from '../owners/principals.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { serveCall } from '../platform/http/call-route.ts';
import { creditColumns, creditRow, presentCredits } from './credits.presenter.ts';
import { toCsv } from './csv.ts';
import type { Ledger } from './ledger.ts';

/**
 * Registers the calls for balance and ledger, and the ledger as a file. The ledger of a guest
 * contains only the allowance.
 */
export function registerCreditsRoutes(
  server: ApiServer,
  { principals, ledger }: { principals: Principals; ledger: Ledger },
): void {
  serveCall(server, 'credits', async ({ query, request }) => {
    const { owner } = await principals.find(request);
    const { cursor, limit } = query;
    return presentCredits(await ledger.page(owner, { cursor, limit }));
  });

  // This route is not a call of the contract, because it answers with a file.
  server.get(creditsFilePath, { schema: { hide: true } }, async (request, reply) => {
    const { owner } = await principals.find(request);
    const lines = await ledger.whole(owner);
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="credits.csv"')
      .send(toCsv(creditColumns, lines.map(creditRow)));
  });
}
