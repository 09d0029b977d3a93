import { OrderCheckView } from './order-check-view.tsx';

/** R53: the same for what lasts a day or some hours. */
export default function DayOrderCheckDialog() {
  return <OrderCheckView chart="dayOrderCheck" />;
}
