import { selectFailure } from '../../machines/form/form.selectors.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { useText } from '../i18n/text.tsx';
import { failureIcon } from '../ui/failure-icon.ts';
import { Notice } from '../ui/notice.tsx';
import type { FieldWords } from './field-words.ts';
import { type FormId, useFormChart } from './form-chart.ts';

/**
 * Shows the failure of the last step, unless a field shows it. `words` are messages of this form by
 * error code.
 */
export function FormFailure({ chart, words = {} }: { chart: FormId; words?: FieldWords }) {
  const t = useText();
  const failure = useFormChart(chart, selectFailure);
  return (
    <div role="status">
      {failure && (
        <Notice tone="bad" icon={failureIcon(failure)}>
          {t(words[failure.code ?? ''] ?? failureWords(failure))}
        </Notice>
      )}
    </div>
  );
}
