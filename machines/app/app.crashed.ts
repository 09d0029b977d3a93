import { failed } from '../port-actors.ts';
import { type ChildId, childOf, childrenThatHear } from './children.derived.ts';

/** Nobody is left to hear what its dialogs would answer. */
const withdrawal = (id: ChildId) =>
  childrenThatHear('dialog.answered').includes(id)
    ? ([{ type: 'withdrawDialogs', params: { requester: id } }] as const)
    : [];

/** An error page stands in the place of what needs it. */
const isMissed = (id: ChildId): boolean => {
  const { lifetime, essential } = childOf(id);
  return lifetime === 'page' || essential === true;
};

/**
 * What the root does when a chart or stream that it started stops with an error: restarts it once
 * in the life of a page. After a second crash it stays away; without an essential one the screens
 * that need it give their place to the error page.
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
