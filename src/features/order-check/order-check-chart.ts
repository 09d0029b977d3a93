/** The two dialogs that tell what has become of an order. */
export type OrderCheckChart = 'orderCheck' | 'dayOrderCheck';
