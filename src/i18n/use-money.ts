import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { type Currency, formatMoney } from '../../machines/model/money.ts';

/** Returns a function that formats amounts in the current language. */
export function useMoney(): (amount: number, currency: Currency) => string {
  const { locale } = useIntl();
  return useCallback((amount, currency) => formatMoney({ amount, currency }, locale), [locale]);
}
