/**
 * Transitions of a chart that has a record followed: it passes on what becomes of the connection,
 * by its action `tellWatch`.
 */
export const connectionToWatch = {
  'connection.lost': {
    actions: { type: 'tellWatch', params: { type: 'connection.lost' } },
    meta: { req: 'R79' },
  },
  'connection.restored': {
    actions: { type: 'tellWatch', params: { type: 'connection.restored' } },
    meta: { req: 'R79' },
  },
} as const;
