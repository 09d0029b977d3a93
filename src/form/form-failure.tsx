import { selectFailure } from '../../machines/form/form.selectors.ts';
import { FailureText } from '../i18n/failure-text.tsx';
import { failureIcon } from '../ui/failure-icon.ts';
import { Notice } from '../ui/notice.tsx';
import type { FieldWords } from './field-words.ts';
import { type FormId, useFormChart } from './form-chart.ts';

/**
 * Shows the failure of the last step, unless a field shows it. `words` are messages of this form by
 * error code.
 */
export function FormFailure({ chart, words = {} }: { chart: FormId; words?: FieldWords }) {
  const failure = useFormChart(chart, selectFailure);
  return (
    <div role="status">
      {failure && (
        <Notice tone="bad" icon={failureIcon(failure)}>
          <FailureText failure={failure} words={words[failure.code ?? '']} />
        </Notice>
      )}
    </div>
  );
}
