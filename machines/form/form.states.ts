import { assign } from 'xstate';
import {
  changed,
  type FieldRules,
  type Form,
  type FormEvent,
  isSendable,
  left,
  problemsOf,
  refused,
} from '../model/form.ts';
import type { PortFailure } from '../ports/port-failure.ts';

/** The part of a chart's context that belongs to its form. */
export type FormContext<Name extends string> = {
  form: Form<Name>;
  /** why the last step failed; null if there is no failure, or if a field shows the failure */
  failure: PortFailure | null;
};

/** Fields that are on screen together, in display order, and their rules. */
export type FormStep<Name extends string> = {
  fields: readonly Name[];
  rules: FieldRules<Name>;
};

/**
 * Returns the guards and actions that a chart with a form adds to its setup. `filling` returns the
 * event handlers for a state in which the visitor fills in the fields of a step.
 */
export const formOfChart = <
  Context extends FormContext<Name>,
  Event extends FormEvent<Name> | { type: string },
  Name extends string,
  Step extends string,
>(
  stepOf: (context: Context, step: Step) => FormStep<Name>,
) => {
  type WithContext = { context: Context };
  type AtStep = { step: Step };
  type AtField = AtStep & { name: Name };
  type Change = { name: Name; value: string };

  const assigning = <Params extends object>(
    next: (context: Context, params: Params) => Partial<FormContext<Name>>,
  ) =>
    assign<Context, Event, Params, Event, never>(
      ({ context }, params) => next(context as Context, params) as Partial<Context>,
    );

  const guards = {
    canSend: ({ context }: WithContext, { step }: AtStep): boolean => {
      const { fields, rules } = stepOf(context, step);
      return isSendable(context.form, fields, rules);
    },
    /** true if the field is part of the current step */
    isOfStep: ({ context }: WithContext, { name, step }: AtField): boolean =>
      stepOf(context, step).fields.includes(name),
  };

  const actions = {
    change: assigning(({ form }, change: Change) => ({
      form: changed(form, change),
      failure: null,
    })),
    leaveField: assigning((context, { name, step }: AtField) => ({
      form: left(context.form, { name }, stepOf(context, step).rules),
    })),
    showProblems: assigning((context, { step }: AtStep) => {
      const { fields, rules } = stepOf(context, step);
      return { form: refused(context.form, problemsOf(context.form, fields, rules)) };
    }),
    clearFailure: assign<Context, Event, undefined, Event, never>(
      () => ({ failure: null }) as Partial<Context>,
    ),
  };

  /**
   * Returns the event handlers for a state in which a step is filled in. `target` is the state that
   * sends the form.
   */
  const filling = (step: Step, target: string) => {
    const atField = ({ event }: { event: { name: Name } }): AtField => ({ name: event.name, step });
    const change = ({ event }: { event: Change }): Change => event;
    return {
      'field.changed': {
        guard: { type: 'isOfStep', params: atField },
        actions: { type: 'change', params: change },
      },
      'field.left': {
        guard: { type: 'isOfStep', params: atField },
        actions: { type: 'leaveField', params: atField },
      },
      'form.submitted': [
        { guard: { type: 'canSend', params: { step } }, target, actions: 'clearFailure' },
        { actions: { type: 'showProblems', params: { step } } },
      ],
    } as const;
  };

  return { stepOf, guards, actions, filling };
};
