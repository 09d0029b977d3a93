/**
 * Replaces {product}, {retention} and the other placeholders in all texts of a value with the
 * operator's values.
 */
export function fillWords<Value>(value: Value, words: Record<string, string>): Value {
  if (typeof value === 'string') {
    const fill = (whole: string, name: string) => words[name] ?? whole;
    return value.replace(/\{(\w+)\}/g, fill) as Value;
  }
  if (Array.isArray(value)) return value.map((item) => fillWords(item, words)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, fillWords(item, words)]);
  return Object.fromEntries(entries) as Value;
}
