import { OrderCheckView } from './order-check-view.tsx';

/** Shows the order dialog for products whose duration is not in days (R53). */
export default function OrderCheckDialog() {
  return <OrderCheckView chart="orderCheck" />;
}
