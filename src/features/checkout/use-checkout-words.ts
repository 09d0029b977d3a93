import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { type Duration, durationMessage } from '../../../machines/model/duration.ts';
import type { Currency } from '../../../machines/model/money.ts';
import { useText } from '../../i18n/text.tsx';
import { useLasting } from '../../i18n/use-lasting.ts';
import { useMoney } from '../../i18n/use-money.ts';

/** Formats amounts, shares and durations in the current language. */
export function useCheckoutWords() {
  const t = useText();
  const intl = useIntl();
  const money = useMoney();
  const lasts = useLasting();
  return useMemo(() => {
    const places = new Intl.DisplayNames(intl.locale, { type: 'region' });
    const currencies = new Intl.DisplayNames(intl.locale, { type: 'currency' });
    return {
      money,
      /** formats an amount per duration, such as "€12.99 / month" (R48) */
      per: (amount: number, currency: Currency, duration: Duration) => {
        const message = durationMessage(duration);
        const price = money(amount, currency);
        if (!message) return price;
        return t('checkout.per', { price, duration: t(message.id, message.values) });
      },
      lasts,
      rate: (basisPoints: number) =>
        intl.formatNumber(basisPoints / 10_000, { style: 'percent', maximumFractionDigits: 2 }),
      day: (instant: string) => intl.formatDate(instant, { dateStyle: 'long' }),
      country: (code: string) => places.of(code) ?? code,
      currency: (code: Currency) => currencies.of(code) ?? code,
    };
  }, [intl, lasts, money, t]);
}
