import type { FormContext } from './form.states.ts';
import type { Countdown } from './resending.ts';

/* Selectors for every chart with a form. A state with the tag `busy` waits for the server. */

type FormSnapshot<Name extends string> = {
  context: FormContext<Name>;
  hasTag: (tag: 'busy') => boolean;
};

/** A snapshot of a chart that has a state `typing` with the child states of `resending`. */
type CodeSnapshot = {
  context: Countdown;
  matches: (state: { typing: 'free' | 'sending' }) => boolean;
};

export const selectForm = <Name extends string>({ context }: FormSnapshot<Name>) => context.form;

export const selectFailure = ({ context }: FormSnapshot<never>) => context.failure;

export const selectIsBusy = (snapshot: FormSnapshot<never>): boolean => snapshot.hasTag('busy');

/**
 * Returns whether another code can be requested: after a wait, now, or while a code is being sent.
 */
export const selectResend = (snapshot: CodeSnapshot): 'waiting' | 'free' | 'sending' => {
  if (snapshot.matches({ typing: 'free' })) return 'free';
  return snapshot.matches({ typing: 'sending' }) ? 'sending' : 'waiting';
};

export const selectRemainingSeconds = ({ context }: CodeSnapshot): number =>
  context.remainingSeconds;
