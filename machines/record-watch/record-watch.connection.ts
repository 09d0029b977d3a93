/**
 * Transitions of a chart that invokes a record watch: reports changes of the connection to it, by its action
 * `tellWatch`.
 */
export const connectionToWatch = {
  'connection.lost': { actions: { type: 'tellWatch', params: { type: 'connection.lost' } } },
  'connection.restored': {
    actions: { type: 'tellWatch', params: { type: 'connection.restored' } },
  },
} as const;
