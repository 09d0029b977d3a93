import { failed } from '../port-actors.ts';
import type { ChildId } from './children.ts';

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
        { type: 'restart', params: { id } },
        { type: 'logCrash', params: failed },
      ],
      meta: { req: 'ours' },
    },
    {
      actions: [
        { type: 'noteCrash', params: { id } },
        { type: 'logCrash', params: failed },
      ],
      meta: { req: 'ours' },
    },
  ] as const;
