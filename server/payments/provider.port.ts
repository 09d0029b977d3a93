import type { IncomingHttpHeaders } from 'node:http';
import type { MethodCode } from '../../contract/price.ts';
import type { Currency } from '../../machines/model/money.ts';
import type { Capability } from './methods.ts';

export const providerNames = ['sandbox', 'stripe', 'airwallex'] as const;
export type ProviderName = (typeof providerNames)[number];

/** Where the buyer goes on, as in the contract. */
export type Checkout =
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; url: string; data: string; image: string }
  | { kind: 'none' };

type Asked = {
  /** the id of our payment, by which the provider knows it as well */
  reference: string;
  /** the same key is the same call, however often it is made */
  key: string;
  method: MethodCode;
  amount: number;
  currency: Currency;
  /** what is bought, for the page and the statement */
  description: string;
};

export type CheckoutWish = Asked & {
  country: string;
  locale: string;
  /** where the buyer comes back to, whatever has happened */
  returnUrl: string;
  /** whether later payments will be charged without the buyer */
  savesMandate: boolean;
  expiresAt: Date;
};

export type RenewalWish = Asked & { mandate: string };

/** A payment that its provider is asked about, with all that our row says of it. */
export type KnownPayment = {
  reference: string;
  /** the provider's name of the charge; null until it has answered */
  ref: string | null;
  /** what it is charged by without the buyer */
  mandate: string | null;
  /** whether somebody still counts on it: otherwise nothing is charged that was not charged before */
  isLive: boolean;
};

/** What a provider says of one charge. */
export type ChargeReport = {
  /** the provider's own name of the charge */
  ref: string;
  reference: string;
  status: 'awaiting' | 'pending' | 'succeeded' | 'failed' | 'cancelled' | 'expired' | 'chargedBack';
  /** what was really paid, or is to be paid */
  amount: number;
  currency: string;
  /** why it was declined, as the provider's word */
  reason: string | null;
  /** for renewals without the buyer */
  mandate: string | null;
};

export type RefundReport = { ref: string; status: 'asked' | 'done' | 'failed' };

/**
 * A message that the provider has signed. It only says where to look: what counts is `status`. The
 * reference is empty where it is about nothing of ours.
 */
export type ProviderEvent = { id: string; type: string; reference: string };

/** The provider has answered: there is no charge, and the same call will not make one later either. */
export class ChargeRefused extends Error {
  override name = 'ChargeRefused';
  /** the provider's word for it */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`no charge was made: ${reason}`, options);
    this.reason = reason;
  }
}

/**
 * A payment provider. Calls throw when there is no answer; then nothing is known, and the same call with
 * the same key is made again.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Null for what it does not offer. */
  capability(method: MethodCode): Capability | null;
  /** @throws ChargeRefused */
  createCheckout(wish: CheckoutWish): Promise<{ ref: string; checkout: Checkout }>;
  /** A declined charge is a report. @throws ChargeRefused where there is none to report of */
  chargeRenewal(wish: RenewalWish): Promise<ChargeReport>;
  /** Every charge that it has for a payment of ours: more than one when a buyer paid twice. */
  status(payment: KnownPayment): Promise<ChargeReport[]>;
  /** Closes a checkout that nobody needs; one that was paid stays paid. */
  cancel(payment: KnownPayment): Promise<void>;
  refund(wish: {
    ref: string;
    key: string;
    amount: number;
    currency: string;
  }): Promise<RefundReport>;
  /** @throws AppError invalid_signature, invalid_request */
  readWebhook(
    rawBody: Buffer,
    headers: IncomingHttpHeaders,
  ): ProviderEvent | Promise<ProviderEvent>;
  /** Every minute, for one that lives in this process. */
  sweep?(): Promise<void>;
}
