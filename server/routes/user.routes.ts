import type { Allowance } from '../domain/allowance.ts';
import type { Guest } from '../domain/guests.ts';
import { presentGuest } from '../presenters/user.presenter.ts';
import type { ApiServer } from './api-server.ts';
import { serveCall } from './call-route.ts';
import type { GuestCookie } from './guest-cookie.ts';

export function registerUserRoutes(
  server: ApiServer,
  deps: { cookie: GuestCookie; allowanceOf: (guest: Guest | null) => Promise<Allowance> },
): void {
  serveCall(server, 'user', async ({ request }) =>
    presentGuest(await deps.allowanceOf(await deps.cookie.read(request))),
  );
}
