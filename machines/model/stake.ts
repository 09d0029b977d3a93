/**
 * The tag of states in which a page reload would interrupt the visitor. `kept`: the work is stored,
 * or ends with the page. `unkept`: the work would be lost.
 */
export type StakeTag = 'kept' | 'unkept';
