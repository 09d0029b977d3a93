import type { SnapshotFrom } from 'xstate';
import { isUpTo, resultSize } from '../model/forecast.ts';
import { recordOf, runInHand } from './runs.hand.ts';
import type { runsMachine } from './runs.machine.ts';

/*
 * Selectors for what the current run makes. This file must not load with the first page, because it
 * imports code about functions.
 */

type RunsSnapshot = SnapshotFrom<typeof runsMachine>;

/** Returns the code of the current run's function, or null if there is no current run. */
export const selectCode = ({ context }: RunsSnapshot): string | null => {
  const card = runInHand(context);
  if (!card) return null;
  const { wish, request } = card;
  return wish?.offered.code ?? request?.functionCode ?? recordOf(card)?.code ?? null;
};

/**
 * Returns the largest possible size of the current run's result. Returns null if the size of the
 * photo is unknown, or if the run was restored from its record.
 */
export const selectResultSize = ({ context }: RunsSnapshot) => {
  const wish = runInHand(context)?.wish;
  if (!wish?.photo.width || !wish.photo.height) return null;
  const { photo, offered, options } = wish;
  return { ...resultSize(photo, offered, options), isUpTo: isUpTo(offered, options) };
};
