/** Why a field cannot be sent; message ids of the chart's texts end with it. */
export type FieldProblem = string;

/** Problems by field name; fields without a problem are absent. */
export type FieldProblems<Name extends string> = { readonly [One in Name]?: FieldProblem };

/** State of a form in a chart: fields and their problems (R29). */
export type Form<Name extends string> = {
  values: Readonly<Record<Name, string>>;
  /** shown at the fields */
  problems: FieldProblems<Name>;
  /** grows each time that sending is refused: the focus then moves to the first field with a problem */
  refusals: number;
};

/** Returns the problem of a value, or null if it can be sent. */
export type FieldRule = (value: string) => FieldProblem | null;

export type FieldRules<Name extends string> = Readonly<Record<Name, FieldRule>>;

/** Events that every form handles. */
export type FormEvent<Name extends string> =
  | { type: 'field.changed'; name: Name; value: string }
  /** the field has lost the focus */
  | { type: 'field.left'; name: Name }
  /** Enter, or the button of the form */
  | { type: 'form.submitted' };

export const formOf = <Name extends string>(values: Record<Name, string>): Form<Name> => ({
  values,
  problems: {},
  refusals: 0,
});

/** Clears the field's problem, which may not apply to the new value. */
export const changed = <Name extends string>(
  form: Form<Name>,
  { name, value }: { name: Name; value: string },
): Form<Name> => ({
  ...form,
  values: { ...form.values, [name]: value },
  problems: { ...form.problems, [name]: undefined },
});

/** Validates a filled field when it loses the focus; an empty one may still be filled in. */
export const left = <Name extends string>(
  form: Form<Name>,
  { name }: { name: Name },
  rules: FieldRules<Name>,
): Form<Name> => {
  const value = form.values[name];
  const problem = value === '' ? null : rules[name](value);
  return problem ? { ...form, problems: { ...form.problems, [name]: problem } } : form;
};

/** Problems that prevent these fields from being sent. */
export const problemsOf = <Name extends string>(
  { values }: Form<Name>,
  names: readonly Name[],
  rules: FieldRules<Name>,
): FieldProblems<Name> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const problem = rules[name](values[name]);
      return problem ? [[name, problem]] : [];
    }),
  ) as FieldProblems<Name>;

export const isSendable = <Name extends string>(
  form: Form<Name>,
  names: readonly Name[],
  rules: FieldRules<Name>,
): boolean => Object.keys(problemsOf(form, names, rules)).length === 0;

/** Sending was refused, by this form or by the server. */
export const refused = <Name extends string>(
  form: Form<Name>,
  problems: FieldProblems<Name>,
): Form<Name> => ({ ...form, problems, refusals: form.refusals + 1 });
