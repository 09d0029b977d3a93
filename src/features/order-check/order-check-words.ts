import type { Order } from '../../../machines/model/order.ts';
import type { OrderSituation } from '../../../machines/order-check/order-check.selectors.ts';
import type { MessageId } from '../../i18n/message-id.ts';

/**
 * Texts for the reasons of a declined payment that help the buyer. For all other reasons, a general
 * text is shown.
 */
const declined: Record<string, MessageId> = {
  insufficient_funds: 'orderCheck.declined.funds',
  expired_card: 'orderCheck.declined.expiredCard',
  incorrect_cvc: 'orderCheck.declined.cardNumber',
  incorrect_number: 'orderCheck.declined.cardNumber',
  authentication_required: 'orderCheck.declined.notConfirmed',
};

const isWrongAmount = ({ payment, refunds }: Order): boolean =>
  payment?.status === 'mismatched' || refunds.at(-1)?.reason === 'wrongAmount';

/** Returns the text that explains why the latest payment failed. */
function declinedWords(order: Order): MessageId {
  if (isWrongAmount(order)) return 'orderCheck.declined.wrongAmount';
  const { status, reason } = order.payment ?? {};
  if (status === 'cancelled') return 'orderCheck.declined.left';
  if (status === 'expired') return 'orderCheck.declined.tooLate';
  return (reason && declined[reason]) || 'orderCheck.declined.other';
}

export function titleWords(order: Order, situation: OrderSituation, isBack: boolean): MessageId {
  if (situation === 'waiting' && isBack) return 'orderCheck.title.returned';
  if (situation === 'notPaid' && isWrongAmount(order)) return 'orderCheck.title.wrongAmount';
  return `orderCheck.title.${situation}`;
}

export function leadWords(order: Order, situation: OrderSituation, isBack: boolean): MessageId {
  if (situation === 'notPaid') return declinedWords(order);
  if (situation === 'waiting' && isBack) return 'orderCheck.lead.returned';
  if (situation === 'waiting' && order.payment?.checkout.kind === 'qr') {
    return 'orderCheck.lead.qr';
  }
  if (situation === 'paid' && order.isLate) return 'orderCheck.lead.late';
  return `orderCheck.lead.${situation}`;
}
