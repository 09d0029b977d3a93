import type { Order } from '../../../machines/model/order.ts';
import { useText } from '../../i18n/text.tsx';
import { useMoney } from './use-money.ts';

export function OrderHead({ order }: { order: Order }) {
  const t = useText();
  const money = useMoney();
  const { productKind, credits, code } = order;
  return (
    <div className="order-head">
      <strong className="order-amount">{money(order)}</strong>
      <span>{t(`orderCheck.product.${productKind}`, { credits })}</span>
      <span className="order-code">{code}</span>
    </div>
  );
}
