/** `view` describes what the visitor sees in this state. */
export type StateMeta = { view: string };
