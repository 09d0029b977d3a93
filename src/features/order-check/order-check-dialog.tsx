import { OrderCheckView } from './order-check-view.tsx';

/** The order dialog for all other products (R53). */
export default function OrderCheckDialog() {
  return <OrderCheckView chart="orderCheck" />;
}
