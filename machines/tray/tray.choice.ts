import { defaultFunction } from '../model/function-choice.ts';
import { type Choice, fitOfCode } from '../model/function-fit.ts';
import type { TrayContext } from './tray.types.ts';

/** What the visitor may choose from; null until there are a photo and an offer. */
export const choiceOf = ({ setup, photo, allowance }: TrayContext): Choice | null =>
  setup && photo ? { setup, photo, allowance } : null;

/** Whether the selected function can be started on the photo; null until both are known. */
export const selectedFit = (context: TrayContext) => {
  const choice = choiceOf(context);
  return choice && fitOfCode(choice, context.functionCode);
};

/**
 * The function that is selected from now on. The one on screen stays while it can be started, and
 * the visitor's own choice stays even if not: nothing changes under a finger without a reason.
 */
export const nextFunctionCode = (context: TrayContext): string | null => {
  const choice = choiceOf(context);
  if (!choice) return null;
  const { functionCode, wantedCode } = context;
  const fit = fitOfCode(choice, functionCode);
  const stays = fit && (fit.kind === 'ready' || functionCode === wantedCode);
  return stays ? functionCode : defaultFunction(choice, wantedCode);
};
