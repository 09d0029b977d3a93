import { useIntl } from 'react-intl';
import { formatMoney, type Money } from '../../machines/model/money.ts';

export function useMoney(): (amount: number, currency: Money['currency']) => string {
  const { locale } = useIntl();
  return (amount, currency) => formatMoney({ amount, currency }, locale);
}
