import { OrderCheckView } from './order-check-view.tsx';

/** R53: what became of an order. */
export default function OrderCheckDialog() {
  return <OrderCheckView chart="orderCheck" />;
}
