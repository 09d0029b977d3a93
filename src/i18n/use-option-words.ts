import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { selectSetup } from '../../machines/app/app.selectors.ts';
import type { FunctionOption, LocalWords, OptionValue } from '../../machines/model/functions.ts';
import { isColour, isPicture, takesPicture } from '../../machines/model/own-value.ts';
import { countParts, isAboutPhoto } from '../../machines/model/photo-option.ts';
import { sideOption } from '../../machines/model/result-side.ts';
import type { TaskRecord } from '../../machines/model/task-record.ts';
import { useChart } from '../machine-react/use-chart.ts';
import type { MessageId } from './message-id.ts';
import { useText } from './text.tsx';
import { useFormats } from './use-formats.ts';

/**
 * Returns a function that gives the texts of an option: from `locales/` if the option belongs to a
 * built-in AI function, otherwise from the server.
 */
export function useOptionWords() {
  const t = useText();
  const { messages } = useIntl();
  const { number, percent } = useFormats();
  const locale = useChart('app', (snapshot) => snapshot.context.locale);
  return useCallback(
    (code: string, option: FunctionOption) => {
      const word = (last: string, names: LocalWords | null, bare: string) => {
        const own = `option.${code}.${option.name}.${last}`;
        const id = own in messages ? own : `option.${option.name}.${last}`;
        if (id in messages) return t(id as MessageId);
        return names?.[locale] ?? names?.en ?? bare;
      };
      const choice = (value: string) => {
        const found = option.kind === 'choice' && option.choices.find((one) => one.value === value);
        return word(value, found ? found.names : null, value);
      };
      const value = (given: OptionValue): string => {
        if (typeof given === 'boolean') return t(given ? 'option.on' : 'option.off');
        if (isAboutPhoto(option)) {
          const id = option.kind === 'strokes' ? 'brush.count' : 'option.shown';
          return t(id, { count: countParts(given) });
        }
        if (isColour(given)) return given.toUpperCase();
        if (takesPicture(option) && isPicture(given)) return t('option.own.picture');
        if (typeof given === 'string') return choice(given);
        if (option.name === sideOption) return t('variant.pixels', { side: number(given) });
        const isPercent = option.kind === 'number' && option.unit === 'percent';
        return isPercent ? percent(given / 100) : number(given);
      };
      return { label: word('label', option.names, option.name), value };
    },
    [t, messages, number, percent, locale],
  );
}

/**
 * Returns the options of a record as label and value. Options that the function no longer offers
 * are left out.
 */
export function useUsedOptions({ code, options }: TaskRecord): [label: string, value: string][] {
  const wordsOf = useOptionWords();
  const setup = useChart('app', selectSetup);
  const offered = setup?.functions.find((one) => one.code === code);
  return (offered?.options ?? []).flatMap((option) => {
    const given = options[option.name];
    const hasNoEffect = isAboutPhoto(option) || option.name === sideOption;
    // a repair that is switched on is made only if the photo needs it
    const isRepair = offered?.preview?.survey === true;
    const isNothing = (hasNoEffect || isRepair) && given === option.default;
    if (given === undefined || isNothing) return [];
    const words = wordsOf(code, option);
    return [[words.label, words.value(given)]];
  });
}
