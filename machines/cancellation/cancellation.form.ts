import { formOfChart } from '../form/form.states.ts';
import { codeFrom, codeRule } from '../model/account.ts';
import { type FieldRules, type Form, formOf } from '../model/form.ts';
import type { CancellationWish } from '../model/membership.ts';
import type {
  CancellationContext,
  CancellationEvent,
  CancellationField,
} from './cancellation.types.ts';

export const emptyForm: Form<CancellationField> = formOf({ order: '', code: '' });

const orderInText = /(?<![A-Z0-9])LW[\s\-–]?[A-Z0-9]{4}[\s\-–]?[A-Z0-9]{4}(?![A-Z0-9])/g;

/**
 * Reads an order code like the server does: `lw abcd2345` is LW-ABCD-2345. In a longer text,
 * returns the order code if the text contains exactly one.
 */
export const orderCodeFrom = (typed: string): string => {
  const text = typed.normalize('NFKC').toUpperCase();
  const [found, ...more] = text.match(orderInText) ?? [];
  const plain = (found !== undefined && more.length === 0 ? found : text).replace(/[^A-Z0-9]/g, '');
  const [, first, second] = /^LW(.{4})(.{4})$/.exec(plain) ?? [];
  return first && second ? `LW-${first}-${second}` : plain;
};

export const rules: FieldRules<CancellationField> = {
  order: (typed) => {
    const code = orderCodeFrom(typed);
    if (code === '') return 'missing';
    return /^LW-.{4}-.{4}$/.test(code) ? null : 'incomplete';
  },
  code: codeRule,
};

/**
 * The form of the dialog. Each step has a single field, and the step has the same name as its
 * field.
 */
export const cancellationForm = formOfChart<
  CancellationContext,
  CancellationEvent,
  CancellationField,
  CancellationField
>((_, step) => ({ fields: [step], rules }));

/**
 * True if the visitor is not signed in: the dialog then has no plan and no order, and asks for an
 * order code.
 */
export const isByCode = ({ plan, order }: Pick<CancellationContext, 'plan' | 'order'>): boolean =>
  plan === null && order === null;

/**
 * Returns the code of the order, and the mailed code as `proof`. For a signed-in user, `proof` is
 * null.
 */
export const orderWish = (context: CancellationContext): { code: string; proof: string | null } => {
  const { order, form } = context;
  if (order) return { code: order.code, proof: null };
  return { code: orderCodeFrom(form.values.order), proof: codeFrom(form.values.code) };
};

export const cancellationWish = (context: CancellationContext): CancellationWish => {
  const { kind, plan, form } = context;
  if (kind === 'withdraw') return { kind, ...orderWish(context) };
  if (plan) return { kind, id: plan.id };
  return { kind, code: orderCodeFrom(form.values.order), proof: codeFrom(form.values.code) };
};
