import { OrderCheckView } from './order-check-view.tsx';

/** R53. */
export default function OrderCheckDialog() {
  return <OrderCheckView chart="orderCheck" />;
}
