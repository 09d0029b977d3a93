import { selectTool, selectTools } from '../../../machines/records/records.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useToolName } from '../../i18n/use-tool-name.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';

/** Shows chips of the tools that the visitor has used. A press lists the records of the tool. */
export function ToolChips() {
  const t = useText();
  const nameOf = useToolName();
  const chosen = usePageChart('records', selectTool) ?? null;
  const tools = usePageChart('records', selectTools) ?? [];
  const send = useSend('records');
  if (tools.length === 0) return null;
  return (
    <fieldset className="tool-chips">
      <legend className="sr-only">{t('records.title')}</legend>
      {[null, ...tools].map((tool) => (
        <button
          key={tool}
          type="button"
          aria-pressed={tool === chosen}
          onClick={() => send({ type: 'tool.chosen', tool })}
        >
          {tool === null ? t('records.all') : nameOf(tool)}
        </button>
      ))}
    </fieldset>
  );
}
