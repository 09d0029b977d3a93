/** `view` is what a person sees in this state, in a few words. */
export type StateMeta = { view: string };

/** `req` names rows of the requirements; `ours` when no requirement asks for the transition. */
export type TransitionMeta = { req: `R${number}` | 'ours' | readonly `R${number}`[] };
