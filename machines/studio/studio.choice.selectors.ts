import type { SnapshotFrom } from 'xstate';
import { functionCards } from '../model/function-cards.ts';
import { alternativesTo, cleaningFor } from '../model/function-choice.ts';
import { unaffordable } from '../model/function-fit.ts';
import type { OptionValues } from '../model/functions.ts';
import { type Taking, takingOf } from '../model/purse.ts';
import { functionOf } from '../model/start-obstacle.ts';
import { choiceOf, foundInPhoto, optionsOf, selectedFit } from './studio.choice.ts';
import type { studioMachine } from './studio.machine.ts';

/* Selectors for the options of the photo. They load with the photo, and not with the first page. */

type StudioSnapshot = SnapshotFrom<typeof studioMachine>;

/** The value of every option of the selected function; empty if no function is selected. */
export const selectOptions = ({ context }: StudioSnapshot): OptionValues => {
  const offered = functionOf(context.setup, context.functionCode);
  return offered ? optionsOf(context, offered) : {};
};

/** The price if the selected function can be started on the photo, otherwise the obstacle (R45). */
export const selectFit = ({ context }: StudioSnapshot) => selectedFit(context);

/** The price if only missing credits block the start, otherwise null. */
export const selectUnaffordable = ({ context }: StudioSnapshot): number | null =>
  unaffordable(selectedFit(context));

/** True if the face finder has found regions in this photo for this function. */
export const selectHasFound = ({ context }: StudioSnapshot): boolean =>
  (foundInPhoto(context)?.regions.length ?? 0) > 0;

/** The credits that the start would take, by origin. Null if unknown or none. */
export const selectTaking = ({ context }: StudioSnapshot): Taking | null => {
  const { purse } = context;
  const fit = selectedFit(context);
  const isKnown = purse && fit?.kind === 'ready' && fit.price.per === 'run';
  return isKnown && fit.price.credits > 0 ? takingOf(purse, fit.price.credits) : null;
};

/** Cards of the offered functions; empty until photo and offer are loaded. */
export const selectCards = ({ context }: StudioSnapshot) => {
  const choice = choiceOf(context);
  const { functionCode, options } = context;
  return choice ? functionCards({ choice, selected: functionCode, options }) : [];
};

/**
 * Functions to offer in place of the selected one, if it cannot be started, or would enlarge only a
 * smaller copy of the photo.
 */
export const selectAlternatives = ({ context }: StudioSnapshot) => {
  const choice = choiceOf(context);
  const { functionCode } = context;
  if (!choice || functionCode === null) return [];
  return selectedFit(context)?.kind === 'blocked'
    ? alternativesTo(choice, functionCode)
    : cleaningFor(choice, functionCode);
};
