import { useIntl } from 'react-intl';
import { formatMoney, type Money } from '../../../machines/model/money.ts';

export function useMoney(): (money: Money) => string {
  const { locale } = useIntl();
  return ({ amount, currency }) => formatMoney({ amount, currency }, locale);
}
