import { failed } from '../port-actors.ts';
import { type ChildId, childOf, childrenThatHear } from './children.derived.ts';

/** Withdraws the dialogs of a crashed chart: nothing would receive their answers. */
const withdrawal = (id: ChildId) =>
  childrenThatHear('dialog.answered').includes(id)
    ? ([{ type: 'withdrawDialogs', params: { requester: id } }] as const)
    : [];

/** True if an error page replaces the screens that need this chart. */
const isMissed = (id: ChildId): boolean => {
  const { lifetime, essential } = childOf(id);
  return lifetime === 'page' || essential === true;
};

/**
 * Reaction of the root to a chart or stream that stops with an error: restarts it once per page load. After a
 * second crash it stays stopped; if it is essential, the screens that need it are replaced by the error page.
 */
export const crashed = (id: ChildId) =>
  [
    {
      guard: { type: 'isFirstCrash', params: { id } },
      actions: [
        { type: 'noteCrash', params: { id } },
        { type: 'stopOrphans', params: { id } },
        ...withdrawal(id),
        { type: 'restart', params: { id } },
        { type: 'logCrash', params: failed },
      ],
    },
    {
      actions: [
        { type: 'noteCrash', params: { id } },
        { type: 'stopOrphans', params: { id } },
        ...withdrawal(id),
        { type: 'logCrash', params: failed },
        ...(isMissed(id) ? ([{ type: 'emitCrash', params: { id } }] as const) : []),
      ],
    },
  ] as const;
