import { isJsonObject, type Json } from '../../src/devtools/wire/json.ts';
import { isHidden } from '../../src/devtools/wire/without-secrets.ts';

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return isHidden(value) ? 'hidden' : 'string';
  return typeof value;
}

function JsonLeaf({ value }: { value: Json }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <span className={`json ${kindOf(value)}`} title={text}>
      {typeof value === 'string' && !isHidden(value) ? `"${text}"` : text}
    </span>
  );
}

const summaryOf = (value: Json[] | { [key: string]: Json }) =>
  Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).join(', ')}}`;

/** A value as a collapsible tree; the first two levels are open. */
export function JsonTree({
  name,
  value,
  depth = 0,
}: {
  name: string;
  value: Json;
  depth?: number;
}) {
  const isTree = Array.isArray(value) || isJsonObject(value);
  if (!isTree || Object.keys(value).length === 0) {
    return (
      <div className="json-row">
        <span className="key">{name}</span> <JsonLeaf value={value} />
      </div>
    );
  }
  return (
    <details className="json-row" open={depth < 1}>
      <summary>
        {name !== '' && <span className="key">{name}</span>}{' '}
        <span className="json fold">{summaryOf(value)}</span>
      </summary>
      <div className="json-below">
        {Object.entries(value).map(([key, part]) => (
          <JsonTree key={key} name={key} value={part} depth={depth + 1} />
        ))}
      </div>
    </details>
  );
}

/** A value without a name; collapsed if it has parts. */
export function JsonValue({ value }: { value: Json }) {
  const hasParts = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return hasParts ? <JsonTree name="" value={value} depth={1} /> : <JsonLeaf value={value} />;
}
