import { OrderCheckView } from './order-check-view.tsx';

/** Shows the order dialog for products whose duration is in days (R53). */
export default function DayOrderCheckDialog() {
  return <OrderCheckView chart="dayOrderCheck" />;
}
