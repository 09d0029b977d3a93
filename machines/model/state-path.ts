type StateValueLike = string | { readonly [key: string]: StateValueLike | undefined };

const paths = (value: StateValueLike): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([key, inner]) => {
        const below = inner === undefined ? [] : paths(inner);
        return below.length === 0 ? [key] : below.map((path) => `${key}.${path}`);
      });

/**
 * Returns a snapshot's value as written into the DOM attribute `data-state`. Levels are joined by
 * dots, and parallel regions by spaces: `{a: 'b', c: {d: 'e'}}` is `a.b c.d.e`.
 */
export const statePath = (value: StateValueLike): string => paths(value).join(' ');
