/** `view` is what a person sees in this state, in a few words. */
export type StateMeta = { view: string };
