import type { SnapshotFrom } from 'xstate';
import { alternativesTo } from '../model/function-choice.ts';
import { fitFunctions } from '../model/function-fit.ts';
import type { OptionValues } from '../model/functions.ts';
import { type Taking, takingOf } from '../model/purse.ts';
import { functionOf } from '../model/start-obstacle.ts';
import { choiceOf, optionsOf, selectedFit } from './tray.choice.ts';
import type { trayMachine } from './tray.machine.ts';

/* What can be chosen for the photo: read once there is one, so the first page does not load it. */

type TraySnapshot = SnapshotFrom<typeof trayMachine>;

/** The value of every option of the selected function; empty while none is selected. */
export const selectOptions = ({ context }: TraySnapshot): OptionValues => {
  const offered = functionOf(context.setup, context.functionCode);
  return offered ? optionsOf(context, offered) : {};
};

/** Whether the selected function can be started on the photo, and at what price (R45). */
export const selectFit = ({ context }: TraySnapshot) => selectedFit(context);

/** What the start would take, and from what; null while that is not known, or nothing is taken. */
export const selectTaking = ({ context }: TraySnapshot): Taking | null => {
  const { purse } = context;
  const fit = selectedFit(context);
  const isKnown = purse && fit?.kind === 'ready' && fit.price.per === 'run';
  return isKnown && fit.price.credits > 0 ? takingOf(purse, fit.price.credits) : null;
};

/** Every offered function with whether it can be started; empty until photo and offer are here. */
export const selectFitted = ({ context }: TraySnapshot) => {
  const choice = choiceOf(context);
  return choice ? fitFunctions(choice) : [];
};

/** What can be started instead of the selected function; empty while that can be started itself. */
export const selectAlternatives = ({ context }: TraySnapshot) => {
  const choice = choiceOf(context);
  const { functionCode } = context;
  if (!choice || functionCode === null || selectedFit(context)?.kind !== 'blocked') return [];
  return alternativesTo(choice, functionCode);
};
