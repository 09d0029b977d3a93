import type { CheckoutRequest, RenewalRequest } from '../provider.port.ts';
import { toAirwallex } from './airwallex-amounts.ts';
import type { AirwallexClient } from './airwallex-client.ts';
import { isAnswer, isUsed, rethrow } from './airwallex-errors.ts';
import { type Intent, intent, listOf } from './airwallex-reports.ts';

const path = 'pa/payment_intents';

/** Longest text on a bank statement, in characters. */
const descriptorLength = 32;

export type Intents = {
  of(reference: string): Promise<Intent[]>;
  read(id: string): Promise<Intent>;
  /**
   * Creates the intent of a request, or returns the one that an earlier call with the same key has
   * created.
   * @throws ChargeRefused
   */
  make(request: CheckoutRequest | RenewalRequest, rest: object): Promise<Intent>;
  /** Confirms once per `request_id`. A repeated call returns the current intent. */
  confirm(id: string, body: { request_id: string } & Record<string, unknown>): Promise<Intent>;
  /**
   * Charges a consent. If the charge is declined, its intent is returned, too. @throws
   * ChargeRefused
   */
  charge(id: string, key: string, consent: string): Promise<Intent>;
};

export function createIntents(api: AirwallexClient): Intents {
  const of = async (reference: string) =>
    (await api.get(path, listOf(intent), { merchant_order_id: reference })).items;
  const read = (id: string) => api.get(`${path}/${id}`, intent);

  const confirm: Intents['confirm'] = (id, body) =>
    api.post(`${path}/${id}/confirm`, intent, body).catch(async (error: unknown) => {
      if (!isUsed(error)) throw error;
      return await read(id);
    });

  return {
    of,
    read,
    confirm,
    async make(request, rest) {
      const { reference, key, amount, currency, description } = request;
      const body = {
        request_id: key,
        merchant_order_id: reference,
        currency,
        amount: toAirwallex(amount, currency),
        ...rest,
        descriptor: description.slice(0, descriptorLength),
      };
      try {
        return await api.post(`${path}/create`, intent, body);
      } catch (error) {
        if (!isUsed(error)) return rethrow(error);
        const [made] = await of(reference);
        if (!made) throw error;
        return await read(made.id);
      }
    },
    async charge(id, key, consent) {
      const body = { request_id: `${key}-charge`, payment_consent_id: consent };
      return await confirm(id, body).catch(async (error: unknown) => {
        if (!isAnswer(error)) throw error;
        // Airwallex's answers to a declined charge and an invalid call are the same. Only the
        // intent shows the difference.
        const one = await read(id);
        return one.latest_payment_attempt ? one : rethrow(error);
      });
    },
  };
}
