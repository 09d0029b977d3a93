import type { IncomingHttpHeaders } from 'node:http';
import type { MethodCode } from '../../contract/price.ts';
import type { Currency } from '../../machines/model/money.ts';
import type { Capability } from '../platform/config/methods.ts';
import type { ProviderName } from '../platform/config/payments-config.ts';

/** The buyer's next step. The contract has the same type. */
export type Checkout =
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; url: string; data: string; image: string }
  | { kind: 'none' };

type Asked = {
  /** this server's payment id, which the provider stores, too */
  reference: string;
  /** idempotency key */
  key: string;
  method: MethodCode;
  amount: number;
  currency: Currency;
  /** description of the purchase, for the payment page and the bank statement */
  description: string;
};

export type CheckoutRequest = Asked & {
  country: string;
  locale: string;
  /** page to which the buyer returns after any outcome */
  returnUrl: string;
  /** true if later payments will be charged off session */
  savesMandate: boolean;
  expiresAt: Date;
};

export type RenewalRequest = Asked & { mandate: string };

/** A payment for an inquiry, with data of the payment's row. */
export type KnownPayment = {
  reference: string;
  /** the provider's id of the charge, or null until it has answered */
  ref: string | null;
  /** mandate of an off-session charge */
  mandate: string | null;
  /** true if the payment may still be made; otherwise no new charge may be made for it */
  isLive: boolean;
};

/** A provider's report of one charge. */
export type ChargeReport = {
  /** the provider's id of the charge */
  ref: string;
  reference: string;
  status: 'awaiting' | 'pending' | 'succeeded' | 'failed' | 'cancelled' | 'expired' | 'chargedBack';
  /** amount paid, or to be paid */
  amount: number;
  currency: string;
  /** the provider's reason for a decline */
  reason: string | null;
  /** mandate for off-session renewals */
  mandate: string | null;
};

export type RefundReport = { ref: string; status: 'asked' | 'done' | 'failed' };

/**
 * A message that the provider has signed. It only names a payment. The call `status` reports the
 * outcome. `reference` is empty if the message does not concern a payment of this server.
 */
export type ProviderEvent = { id: string; type: string; reference: string };

/**
 * Thrown if the provider has answered that there is no charge, and that a repeated call will not
 * make a charge either.
 */
export class ChargeRefused extends Error {
  override name = 'ChargeRefused';
  /** the provider's reason for the refusal */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`no charge was made: ${reason}`, options);
    this.reason = reason;
  }
}

/**
 * A payment provider. A call throws if there is no answer. The state is then unknown, and the same
 * call is repeated with the same key.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Returns null if the method is not supported. */
  capability(method: MethodCode): Capability | null;
  /** Starts a payment and returns the buyer's next step. @throws ChargeRefused */
  createCheckout(request: CheckoutRequest): Promise<{ ref: string; checkout: Checkout }>;
  /**
   * Charges a mandate off session. A declined charge is returned as a report.
   * @throws ChargeRefused if there is no charge
   */
  chargeRenewal(request: RenewalRequest): Promise<ChargeReport>;
  /** Returns all charges of a payment. There are several if the buyer paid twice. */
  status(payment: KnownPayment): Promise<ChargeReport[]>;
  /** Closes a checkout. A paid checkout stays paid. */
  cancel(payment: KnownPayment): Promise<void>;
  refund(request: {
    ref: string;
    key: string;
    amount: number;
    currency: string;
  }): Promise<RefundReport>;
  /**
   * Verifies and reads a webhook message.
   * @throws AppError invalid_signature, invalid_request
   */
  readWebhook(
    rawBody: Buffer,
    headers: IncomingHttpHeaders,
  ): ProviderEvent | Promise<ProviderEvent>;
  /** Called every minute, for a provider that runs in this process. */
  sweep?(): Promise<void>;
}
