import type { Order } from '../../../machines/model/order.ts';
import { useText } from '../../i18n/text.tsx';
import { useMoney } from '../../i18n/use-money.ts';
import { WholeNumber } from '../../ui/whole-number.tsx';

export function OrderHead({ order }: { order: Order }) {
  const t = useText();
  const money = useMoney();
  const { productKind, credits, code } = order;
  return (
    <div className="order-head">
      <strong className="order-amount">{money(order.amount, order.currency)}</strong>
      <span>{t(`orderCheck.product.${productKind}`, { credits })}</span>
      <span className="order-code">
        <WholeNumber>{code}</WholeNumber>
      </span>
    </div>
  );
}
