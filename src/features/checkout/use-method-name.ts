import { useText } from '../../i18n/text.tsx';

/**
 * Returns a function that names a payment method. "Card" is translated. Brand names are not
 * translated.
 */
export function useMethodName(): (method: { code: string; name: string }) => string {
  const t = useText();
  return ({ code, name }) => (code === 'card' ? t('method.card') : name);
}
