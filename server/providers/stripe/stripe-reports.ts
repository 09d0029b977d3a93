import type Stripe from 'stripe';
import type { ChargeReport } from '../provider.port.ts';
import { fromStripe } from './stripe-amounts.ts';

/** Metadata key under which Stripe stores this server's payment id. */
export const referenceKey = 'payment';
export const refundKey = 'refund';

type Expandable = string | { id: string } | null | undefined;

export const idOf = (given: Expandable): string | null =>
  typeof given === 'object' ? (given?.id ?? null) : (given ?? null);

/**
 * Returns `cus_…/pm_…`, because Stripe charges a payment method only together with its customer.
 */
export function mandateOf({ customer, payment_method, setup_future_usage }: Stripe.PaymentIntent) {
  const ids = [idOf(customer), idOf(payment_method)];
  return setup_future_usage === 'off_session' && !ids.includes(null) ? ids.join('/') : null;
}

export function readMandate(mandate: string): { customer: string; payment_method: string } {
  const [customer = '', method = ''] = mandate.split('/');
  return { customer, payment_method: method };
}

const reasonOf = ({ last_payment_error: error }: Stripe.PaymentIntent) =>
  error?.decline_code ?? error?.code ?? null;

type Part = Pick<ChargeReport, 'status' | 'amount' | 'currency' | 'reason' | 'mandate'>;

/** Returns the report of an attempted charge. `isBack` is true if the bank has charged it back. */
function partOf(intent: Stripe.PaymentIntent, isBack: boolean): Part {
  const asked = fromStripe(intent.amount, intent.currency);
  const mandate = mandateOf(intent);
  switch (intent.status) {
    case 'succeeded': {
      const paid = fromStripe(intent.amount_received, intent.currency);
      return { ...paid, status: isBack ? 'chargedBack' : 'succeeded', reason: null, mandate };
    }
    case 'processing':
    case 'requires_capture':
      return { ...asked, status: 'pending', reason: null, mandate };
    case 'canceled':
      return { ...asked, status: 'cancelled', reason: null, mandate: null };
    default:
      // The charge requires an action of the buyer, which is impossible off session.
      return {
        ...asked,
        status: 'failed',
        reason: reasonOf(intent) ?? intent.status,
        mandate: null,
      };
  }
}

export function reportOfIntent(intent: Stripe.PaymentIntent, isBack: boolean): ChargeReport {
  const reference = intent.metadata[referenceKey] ?? '';
  return { ref: intent.id, reference, ...partOf(intent, isBack) };
}

/** Returns the intent of a session, or null before the session's buyer has tried to pay. */
export const intentOf = ({ payment_intent: intent }: Stripe.Checkout.Session) =>
  typeof intent === 'object' ? intent : null;

const unpaid = { reason: null, mandate: null } as const;

export function reportOfSession(session: Stripe.Checkout.Session, isBack: boolean): ChargeReport {
  const intent = intentOf(session);
  const { id: ref, client_reference_id } = session;
  const known = { ref, reference: client_reference_id ?? '' };
  const asked = fromStripe(session.amount_total ?? 0, session.currency ?? '');
  // A declined card is not final, because the buyer is still on the page and may use another card.
  const isOver = session.status === 'complete' || intent?.status === 'succeeded';
  if (intent && isOver) return { ...known, ...partOf(intent, isBack) };
  const status = session.status === 'expired' ? 'expired' : 'awaiting';
  return { ...known, ...asked, ...unpaid, status };
}
