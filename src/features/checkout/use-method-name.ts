import { useText } from '../../i18n/text.tsx';

/** Brand names stay untranslated; "card" is translated. */
export function useMethodName(): (method: { code: string; name: string }) => string {
  const t = useText();
  return ({ code, name }) => (code === 'card' ? t('method.card') : name);
}
