import { Client, type ClientConfig, type QueryConfig } from 'pg';

/**
 * Maximum number of prepared statements. It exceeds the number of the product's statements, and
 * limits the memory for generated statements, whose text varies.
 */
const mostNames = 300;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

type AnyQuery = (query: unknown, ...more: unknown[]) => unknown;

/**
 * Prepares each statement with parameters only once, because parsing takes longer than execution
 * for most statements.
 */
export class PreparingClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const query = super.query.bind(this) as AnyQuery;
    const prepared: AnyQuery = (asked, ...more) => {
      const given = asked as QueryConfig | string;
      const isPlain = typeof given === 'object' && 'text' in given && !given.name;
      const values = typeof given === 'object' ? (given.values ?? more[0]) : undefined;
      if (!isPlain || !Array.isArray(values) || values.length === 0) return query(asked, ...more);
      const name = nameOf(given.text);
      return query(name === undefined ? given : { ...given, name }, ...more);
    };
    this.query = prepared as typeof this.query;
  }
}
