/** The charts of the two order dialogs. */
export type OrderCheckChart = 'orderCheck' | 'dayOrderCheck';
