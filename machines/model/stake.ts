/**
 * The tags of states in which a page reload would interrupt the visitor. `kept` means that the work
 * is stored, or would end with the page anyway. `unkept` means that the work would be lost.
 */
export type StakeTag = 'kept' | 'unkept';
