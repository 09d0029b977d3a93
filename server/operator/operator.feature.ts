import type { OrdersFeature } from '../orders/orders.feature.ts';
import type { Platform } from '../platform/platform.ts';
import { registerAdminRoutes } from './admin.routes.ts';
import { createOperator } from './operator.ts';
import { createOperatorSessions } from './operator-session.ts';

/** Opens the pages and commands of the operator. Without ADMIN_TOKEN they are not available. */
export function openOperator(
  { config, db, server, secure, now }: Platform,
  { payments, providers }: OrdersFeature,
): void {
  const token = config.adminToken;
  if (!token) return;
  registerAdminRoutes(server, {
    operator: createOperator({ db, providers, now, sendRefunds: payments.sweeps.refunds }),
    sessions: createOperatorSessions(db, token, now),
    token,
    product: config.product,
    secure,
    origin: new URL(config.publicUrl).origin,
  });
}
