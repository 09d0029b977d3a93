import type { ChartEvent } from '../../machines/app/app.machine.ts';
import { selectForm, selectIsBusy } from '../../machines/form/form.selectors.ts';
import { useText } from '../i18n/text.tsx';
import { usePageChart, useSend } from '../machine-react/use-chart.ts';
import { type FieldWords, fieldWords } from './field-words.ts';

/** The charts with a form. */
export type FormId = 'signIn' | 'accountChange' | 'cancellation' | 'contact';

/** The fields of a chart's form. */
export type FieldOf<Id extends FormId> = Extract<ChartEvent<Id>, { type: 'field.left' }>['name'];

/** True while the chart waits for the server: fields are locked, and buttons ignore presses. */
export const useIsBusy = (chart: FormId): boolean => usePageChart(chart, selectIsBusy) ?? false;

/** Properties of a field's input; `words` are messages for problems of this field alone. */
export function useFormField<Id extends FormId>(
  chart: Id,
  name: FieldOf<Id>,
  words: FieldWords = {},
) {
  const t = useText();
  const value = usePageChart<FormId, string>(
    chart,
    (one) => selectForm<string>(one).values[name] ?? '',
  );
  const problem = usePageChart<FormId, string | null>(
    chart,
    (one) => selectForm<string>(one).problems[name] ?? null,
  );
  const send = useSend<FormId>(chart);
  return {
    name,
    value: value ?? '',
    problem: problem && t(words[problem] ?? fieldWords(name, problem)),
    readOnly: useIsBusy(chart),
    onChange: (next: string) => send({ type: 'field.changed', name, value: next }),
    onBlur: () => send({ type: 'field.left', name }),
  };
}
