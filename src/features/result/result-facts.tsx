import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useUsedOptions } from '../../i18n/use-option-words.ts';
import { Icon } from '../../ui/icons.tsx';
import { kindOf } from './kind-of.ts';

type Props = { record: TaskRecord; result: NonNullable<TaskRecord['result']> };

/** Shows the facts about a result, which are folded away at first. */
export default function ResultFacts({ record, result }: Props) {
  const t = useText();
  const { pixels, bytes, duration } = useFormats();
  const { original, startedAt, finishedAt, credits } = record;
  const used = useUsedOptions(record);
  const facts: [term: string, value: string][] = [
    [t('result.result'), pixels(result.width, result.height)],
    [t('result.file'), `${kindOf(result.mime)}, ${bytes(result.bytes)}`],
    ...used,
    [t('result.credits'), t('price.credits', { count: credits.charged })],
  ];
  if (original) facts.unshift([t('result.original'), pixels(original.width, original.height)]);
  if (startedAt && finishedAt) {
    const took = Date.parse(finishedAt) - Date.parse(startedAt);
    facts.push([t('result.tookLabel'), duration(took)]);
  }
  if (result.faces !== null) {
    facts.push([t('result.facesLabel'), t('result.faces', { count: result.faces })]);
  }
  return (
    <details className="result-details">
      <summary>
        {t('result.details')}
        <Icon name="chevron" />
      </summary>
      <dl className="facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
