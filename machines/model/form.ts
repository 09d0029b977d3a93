/** Why a field cannot be sent as it is; a message id of its chart's words ends with it. */
export type FieldProblem = string;

/** By name, of the fields that have one. */
export type FieldProblems<Name extends string> = { readonly [One in Name]?: FieldProblem };

/** What a visitor fills in, as a chart holds it: fields and what is wrong with each (R29). */
export type Form<Name extends string> = {
  values: Readonly<Record<Name, string>>;
  /** shown at the fields */
  problems: FieldProblems<Name>;
  /** grows each time that sending is refused: the focus then goes to the first field with a problem */
  refusals: number;
};

/** What is wrong with a value; null when it can be sent. */
export type FieldRule = (value: string) => FieldProblem | null;

export type FieldRules<Name extends string> = Readonly<Record<Name, FieldRule>>;

/** Events that every form hears. */
export type FormEvent<Name extends string> =
  | { type: 'field.changed'; name: Name; value: string }
  /** the focus has gone from it */
  | { type: 'field.left'; name: Name };

export const formOf = <Name extends string>(values: Record<Name, string>): Form<Name> => ({
  values,
  problems: {},
  refusals: 0,
});

/** What was said of the old value may not be true of the new one. */
export const changed = <Name extends string>(
  form: Form<Name>,
  { name, value }: { name: Name; value: string },
): Form<Name> => ({
  ...form,
  values: { ...form.values, [name]: value },
  problems: { ...form.problems, [name]: undefined },
});

/** Says what is wrong with a field that was filled in and left; an empty one may still be filled in. */
export const left = <Name extends string>(
  form: Form<Name>,
  { name }: { name: Name },
  rules: FieldRules<Name>,
): Form<Name> => {
  const value = form.values[name];
  const problem = value === '' ? null : rules[name](value);
  return problem ? { ...form, problems: { ...form.problems, [name]: problem } } : form;
};

/** What stands in the way of sending these fields. */
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

/** Sending was refused, here or by the server. */
export const refused = <Name extends string>(
  form: Form<Name>,
  problems: FieldProblems<Name>,
): Form<Name> => ({ ...form, problems, refusals: form.refusals + 1 });
