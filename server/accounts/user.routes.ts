import type { Allowance } from '../credits/allowance.ts';
import type { Ledger } from '../credits/ledger.ts';
import type { Owner } from '../owners/principal.ts';
import type { Principals } from '../owners/principals.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { serveCall } from '../platform/http/call-route.ts';
import type { Plans } from '../subscriptions/plans.ts';
import type { Account } from './account.ts';
import { presentUser } from './user.presenter.ts';

export function registerUserRoutes(
  server: ApiServer,
  deps: {
    principals: Principals;
    account: Account;
    allowanceOf: (owner: Owner | null) => Promise<Allowance>;
    ledger: Pick<Ledger, 'summary'>;
    statusOf: Plans['statusOf'];
  },
): void {
  serveCall(server, 'user', async ({ request }) => {
    const { owner } = await deps.principals.find(request);
    const email = owner?.kind === 'user' ? await deps.account.emailOf(owner.id) : null;
    const credits = await deps.ledger.summary(owner);
    return presentUser(
      owner,
      email,
      await deps.allowanceOf(owner),
      credits,
      await deps.statusOf(owner),
    );
  });
}
