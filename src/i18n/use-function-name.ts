import { useCallback } from 'react';
import { selectSetup } from '../../machines/app/app.selectors.ts';
import { useChart } from '../machine-react/use-chart.ts';
import { useFunctionWords } from './function-words.ts';
import { useText } from './text.tsx';

/**
 * Returns a function that gives the full name of an AI function: from `locales/` if the AI function
 * is built in, otherwise from the server.
 */
export function useFunctionName(): (code: string) => string {
  const t = useText();
  const functionWords = useFunctionWords();
  const setup = useChart('app', selectSetup);
  const locale = useChart('app', (snapshot) => snapshot.context.locale);
  return useCallback(
    (code) => {
      const ours = functionWords(code);
      if (ours) return t(ours.full);
      const names = setup?.functions.find((offered) => offered.code === code)?.names;
      return names?.[locale] ?? names?.en ?? t('function.unknown.full');
    },
    [t, functionWords, setup, locale],
  );
}
