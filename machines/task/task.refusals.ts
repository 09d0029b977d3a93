import { failed } from '../port-actors.ts';

type Judgement = { type: 'judgeStart'; params: typeof failed };

/** Ends an attempt that was refused, or failed in a way that does not pass by itself. */
export const refusals = (...judgement: Judgement[]) =>
  [
    {
      guard: { type: 'isDailyLimit', params: failed },
      target: '#task.limited',
      actions: [...judgement, { type: 'keepFailure', params: failed }],
      meta: { req: 'R39' },
    },
    {
      guard: { type: 'isRootsConcern', params: failed },
      target: '#task.chosen',
      actions: ['closeOverlay', { type: 'reportFailure', params: failed }],
      meta: { req: ['R36', 'R37', 'R38'] },
    },
    {
      target: '#task.failed',
      actions: [
        ...judgement,
        { type: 'keepFailure', params: failed },
        { type: 'reportFailure', params: failed },
      ],
      meta: { req: 'R40' },
    },
  ] as const;

/** The server failed twice in a row: it does not pass by itself. */
export const lasting = {
  guard: { type: 'isLasting', params: failed },
  target: '#task.failed',
  meta: { req: 'R79' },
} as const;

/** A failure that passes by itself: wait, keep everything, try again. */
export const passingTo = (target: 'waiting') =>
  ({
    guard: { type: 'isPassing', params: failed },
    target,
    actions: { type: 'keepFailure', params: failed },
    meta: { req: 'R79' },
  }) as const;
