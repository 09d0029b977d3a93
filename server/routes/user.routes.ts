import type { Account } from '../domain/accounts/account.ts';
import type { Allowance } from '../domain/allowance.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { Plans } from '../domain/payments/plans.ts';
import type { Owner } from '../domain/principal.ts';
import { presentUser } from '../presenters/user.presenter.ts';
import type { ApiServer } from './api-server.ts';
import { serveCall } from './call-route.ts';
import type { Principals } from './principals.ts';

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
