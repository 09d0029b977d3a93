import type { SnapshotFrom } from 'xstate';
import { statePath } from '../model/state-path.ts';
import type { analyticsMachine } from './analytics.machine.ts';

type Snapshot = SnapshotFrom<typeof analyticsMachine>;

/** True if new events are accepted. False after an opt-out, until the visitor opts in again. */
export const selectIsAccepting = (snapshot: Snapshot): boolean =>
  snapshot.matches({ delivery: 'active' });

/**
 * Returns the data for the debug console: queued events, events in flight, end of the wait, and
 * dropped events by reason.
 */
export const selectQueue = (snapshot: Snapshot) => ({
  state: statePath(snapshot.value),
  queued: snapshot.context.queued,
  inFlight: snapshot.matches({ delivery: { active: { leading: 'sending' } } })
    ? (snapshot.context.batch?.count ?? 0)
    : 0,
  waitingUntil: snapshot.context.deadline,
  dropped: snapshot.context.dropped,
  outlivesPage: snapshot.matches({ storage: 'onDevice' }),
});
