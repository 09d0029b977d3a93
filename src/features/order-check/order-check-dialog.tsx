import { OrderCheckView } from './order-check-view.tsx';

/** R53: the state of an order. */
export default function OrderCheckDialog() {
  return <OrderCheckView chart="orderCheck" />;
}
