export type OrderCheckChart = 'orderCheck' | 'dayOrderCheck';
