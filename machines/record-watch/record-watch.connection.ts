/**
 * Transitions for a chart that invokes a record watch. They report changes of the connection to the
 * watch, by the chart's action `tellWatch`.
 */
export const connectionToWatch = {
  'connection.lost': { actions: { type: 'tellWatch', params: { type: 'connection.lost' } } },
  'connection.restored': {
    actions: { type: 'tellWatch', params: { type: 'connection.restored' } },
  },
} as const;
