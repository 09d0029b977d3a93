/** An answer to a buyer, or an action of a bank, with which the stored state must agree. */
export type Told =
  | { what: 'order'; ownerId: string; code: string; amount: number; key: string }
  | { what: 'paid'; code: string }
  | { what: 'orderCancelled'; code: string }
  | { what: 'planCancelled'; id: string; at: Date }
  | { what: 'planResumed'; id: string; at: Date }
  | { what: 'withdrawn'; code: string; amount: number | null }
  | { what: 'changed'; code: string; amount: number }
  | { what: 'givenBack'; code: string; amount: number; key: string }
  | { what: 'granted'; ownerId: string; credits: number; key: string }
  | { what: 'refused'; key: string }
  | { what: 'closed'; ownerId: string; at: Date }
  | { what: 'chargedBack'; ref: string; at: Date };
