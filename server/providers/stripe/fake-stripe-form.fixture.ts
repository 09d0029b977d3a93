/**
 * An error answer of Stripe. If `isKept` is true, a repeated call with the same key gets the same
 * error.
 */
export class FakeStripeError extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;
  readonly isKept: boolean;

  constructor(status: number, error: Record<string, unknown>, isKept = false) {
    super(String(error.code ?? error.type));
    this.status = status;
    this.error = error;
    this.isKept = isKept;
  }
}

export const invalid = (code: string, param?: string): FakeStripeError =>
  new FakeStripeError(400, {
    type: 'invalid_request_error',
    code,
    message: `${code} ${param ?? ''}`,
    ...(param ? { param } : {}),
  });

/** Converts `line_items[0][price_data][currency]=eur` to `line_items.0.price_data.currency`. */
export function readForm(body: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    fields.set(name.replaceAll('][', '.').replace('[', '.').replace(']', ''), value);
  }
  return fields;
}

/** Refuses unknown fields, as Stripe does. A star matches one name, such as a metadata key. */
export function refuseUnknown(fields: Map<string, string>, known: readonly string[]): void {
  const patterns = known.map((name) => name.split('.'));
  for (const field of fields.keys()) {
    const parts = field.split('.');
    const isKnown = patterns.some(
      (pattern) =>
        pattern.length === parts.length &&
        pattern.every((part, n) => part === '*' || part === parts[n]),
    );
    if (!isKnown) throw invalid('parameter_unknown', field);
  }
}

export function need(fields: Map<string, string>, name: string): string {
  const value = fields.get(name);
  if (value === undefined || value === '') throw invalid('parameter_missing', name);
  return value;
}

export function needInteger(fields: Map<string, string>, name: string): number {
  const value = need(fields, name);
  if (!/^\d+$/.test(value)) throw invalid('parameter_invalid_integer', name);
  return Number(value);
}

/** Returns the fields below this name, for example `payment` for the field `metadata.payment`. */
export const under = (fields: Map<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(
    [...fields]
      .filter(([field]) => field.startsWith(`${name}.`))
      .map(([field, value]) => [field.slice(name.length + 1), value]),
  );
