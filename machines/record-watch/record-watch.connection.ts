/**
 * Transitions for a chart that invokes a record watch. They report a lost or restored connection to
 * the watch, by the action `tellWatch` of that chart.
 */
export const connectionToWatch = {
  'connection.lost': { actions: { type: 'tellWatch', params: { type: 'connection.lost' } } },
  'connection.restored': {
    actions: { type: 'tellWatch', params: { type: 'connection.restored' } },
  },
} as const;
