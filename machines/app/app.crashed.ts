import { failed } from '../port-actors.ts';

/** What the root does when a chart or stream that it started stops with an error. */
export const crashed = {
  actions: { type: 'logCrash', params: failed },
  meta: { req: 'ours' },
} as const;
