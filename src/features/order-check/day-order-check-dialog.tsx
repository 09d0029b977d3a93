import { OrderCheckView } from './order-check-view.tsx';

/** R53: the order dialog for products that last a day or some hours. */
export default function DayOrderCheckDialog() {
  return <OrderCheckView chart="dayOrderCheck" />;
}
