/**
 * Transitions of a chart that has a record followed: it passes on what becomes of the connection,
 * by its action `tellWatch`.
 */
export const connectionToWatch = {
  'connection.lost': { actions: { type: 'tellWatch', params: { type: 'connection.lost' } } },
  'connection.restored': {
    actions: { type: 'tellWatch', params: { type: 'connection.restored' } },
  },
} as const;
