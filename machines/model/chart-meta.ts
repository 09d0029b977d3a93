/** `view` describes in a few words what a person sees in this state. */
export type StateMeta = { view: string };
