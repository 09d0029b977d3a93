/**
 * Tag of a chart's states in which a reload of the page would cost the visitor something: `kept`, an
 * interruption of work that is stored, or that ends with this page; `unkept`, a loss of work.
 */
export type StakeTag = 'kept' | 'unkept';
