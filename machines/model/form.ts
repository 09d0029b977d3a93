/** Why a field's value cannot be sent. The ids of the problem messages end with this word. */
export type FieldProblem = string;

/** Problems by field name; fields without a problem are absent. */
export type FieldProblems<Name extends string> = { readonly [One in Name]?: FieldProblem };

export type Form<Name extends string> = {
  values: Readonly<Record<Name, string>>;
  /** problems that the fields show */
  problems: FieldProblems<Name>;
  /**
   * number of times the form was refused; each refusal moves the focus to the first field with a
   * problem
   */
  refusals: number;
};

export type FieldRule = (value: string) => FieldProblem | null;

export type FieldRules<Name extends string> = Readonly<Record<Name, FieldRule>>;

export type FormEvent<Name extends string> =
  | { type: 'field.changed'; name: Name; value: string }
  | { type: 'field.left'; name: Name }
  /** the visitor pressed Enter or the form's button */
  | { type: 'form.submitted' };

export const formOf = <Name extends string>(values: Record<Name, string>): Form<Name> => ({
  values,
  problems: {},
  refusals: 0,
});

/**
 * Changes the value of a field. Clears the field's problem, because the problem may not apply to
 * the new value.
 */
export const changed = <Name extends string>(
  form: Form<Name>,
  { name, value }: { name: Name; value: string },
): Form<Name> => ({
  ...form,
  values: { ...form.values, [name]: value },
  problems: { ...form.problems, [name]: undefined },
});

/**
 * Validates a field when it loses the focus. An empty field is not validated, because the visitor
 * may fill it in later.
 */
export const left = <Name extends string>(
  form: Form<Name>,
  { name }: { name: Name },
  rules: FieldRules<Name>,
): Form<Name> => {
  const value = form.values[name];
  const problem = value === '' ? null : rules[name](value);
  return problem ? { ...form, problems: { ...form.problems, [name]: problem } } : form;
};

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

/** Marks the form as refused by its own rules or by the server. */
export const refused = <Name extends string>(
  form: Form<Name>,
  problems: FieldProblems<Name>,
): Form<Name> => ({ ...form, problems, refusals: form.refusals + 1 });
