import { useText } from '../../i18n/text.tsx';

/** Brands keep their names; a card is called as in the language on screen. */
export function useMethodName(): (method: { code: string; name: string }) => string {
  const t = useText();
  return ({ code, name }) => (code === 'card' ? t('method.card') : name);
}
