import type { SnapshotFrom } from 'xstate';
import { functionCards } from '../model/function-cards.ts';
import { alternativesTo, cleaningFor } from '../model/function-choice.ts';
import { unaffordable } from '../model/function-fit.ts';
import type { OptionValues } from '../model/functions.ts';
import { isPicture, lacksPicture, takesPicture } from '../model/own-value.ts';
import { type Taking, takingOf } from '../model/purse.ts';
import { functionOf } from '../model/start-obstacle.ts';
import { choiceOf, foundInPhoto, lacksPaint, optionsOf, selectedFit } from './studio.choice.ts';
import { photoIn } from './studio.held.ts';
import type { studioMachine } from './studio.machine.ts';

/*
 * Selectors for the settings of a chosen photo. This file must not load with the first page,
 * because it imports code about functions.
 */

type StudioSnapshot = SnapshotFrom<typeof studioMachine>;

/**
 * Returns the value of every option of the selected function, or an empty object if no function is
 * selected.
 */
export const selectOptions = ({ context }: StudioSnapshot): OptionValues => {
  const offered = functionOf(context.setup, context.functionCode);
  return offered ? optionsOf(context, offered) : {};
};

/**
 * Returns the price if the selected function can be started on the photo, otherwise the obstacle
 * (R45).
 */
export const selectFit = ({ context }: StudioSnapshot) => selectedFit(context);

/** True if the selected function starts only after the visitor has painted a part of the photo. */
export const selectLacksPaint = ({ context }: StudioSnapshot): boolean => {
  const offered = functionOf(context.setup, context.functionCode);
  return offered ? lacksPaint({ offered, options: optionsOf(context, offered) }) : false;
};

/** True if the selected function starts only after the visitor has chosen a picture of their own. */
export const selectLacksPicture = (snapshot: StudioSnapshot): boolean => {
  const offered = functionOf(snapshot.context.setup, snapshot.context.functionCode);
  return offered ? lacksPicture(offered, selectOptions(snapshot)) : false;
};

/** True if an option of the selected function is set to a picture of the visitor. */
export const selectTakesPicture = (snapshot: StudioSnapshot): boolean => {
  const offered = functionOf(snapshot.context.setup, snapshot.context.functionCode);
  const values = selectOptions(snapshot);
  return offered?.options.some((one) => takesPicture(one) && isPicture(values[one.name])) ?? false;
};

/**
 * True if the function needs a painted part of the photo, and this browser cannot show the photo,
 * so that the visitor cannot paint.
 */
export const selectCannotPaint = (snapshot: StudioSnapshot): boolean =>
  selectLacksPaint(snapshot) && photoIn(snapshot.context)?.thumbnailUrl === null;

/** Returns the price if only missing credits block the start, otherwise null. */
export const selectUnaffordable = ({ context }: StudioSnapshot): number | null =>
  unaffordable(selectedFit(context));

/** True if the region finder has found regions in this photo for the selected function. */
export const selectHasFound = ({ context }: StudioSnapshot): boolean =>
  (foundInPhoto(context)?.regions.length ?? 0) > 0;

/**
 * Returns the credits that the start would take from allowance and balance. Returns null if the
 * start takes no credits, or if the credits are unknown.
 */
export const selectTaking = ({ context }: StudioSnapshot): Taking | null => {
  const { purse } = context;
  const fit = selectedFit(context);
  const isKnown = purse && fit?.kind === 'ready' && fit.price.per === 'run';
  return isKnown && fit.price.credits > 0 ? takingOf(purse, fit.price.credits) : null;
};

/**
 * Returns the cards of the offered functions, or an empty list until the photo and the functions
 * are loaded.
 */
export const selectCards = ({ context }: StudioSnapshot) => {
  const choice = choiceOf(context);
  return choice ? functionCards({ choice, selected: context.functionCode }) : [];
};

/**
 * Returns the functions to offer in place of the selected function, if it cannot be started or
 * would enlarge only a smaller copy of the photo.
 */
export const selectAlternatives = ({ context }: StudioSnapshot) => {
  const choice = choiceOf(context);
  const { functionCode } = context;
  if (!choice || functionCode === null) return [];
  return selectedFit(context)?.kind === 'blocked'
    ? alternativesTo(choice, functionCode)
    : cleaningFor(choice, functionCode);
};
