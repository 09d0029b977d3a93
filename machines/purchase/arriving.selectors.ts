import type { SnapshotFrom } from 'xstate';
import type { purchaseMachine } from './purchase.machine.ts';
import { selectOpenOrders } from './purchase.selectors.ts';

/** True if a plan may have been paid for, so that the visitor must not buy another one. */
export const selectIsPlanArriving = (snapshot: SnapshotFrom<typeof purchaseMachine>): boolean =>
  selectOpenOrders(snapshot).some(
    ({ productKind, mayArrive }) => productKind === 'plan' && mayArrive,
  );
