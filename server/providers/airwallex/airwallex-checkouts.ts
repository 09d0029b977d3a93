import { renderSVG } from 'uqr';
import { ChargeRefused, type Checkout, type CheckoutRequest } from '../provider.port.ts';
import { airwallexMethodOf } from './airwallex-capabilities.ts';
import type { AirwallexClient } from './airwallex-client.ts';
import { isUsed, rethrow } from './airwallex-errors.ts';
import type { Intents } from './airwallex-intents.ts';
import { consent, created, listOf, type NextAction } from './airwallex-reports.ts';

const customers = 'pa/customers';
export const consents = 'pa/payment_consents';

/**
 * Returns the text if it is a URL that a browser can open, otherwise null. Some QR codes are only
 * for a wallet's camera.
 */
const asPage = (text: string | null | undefined): string | null =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;

/** Returns the buyer's next step: a QR code, with a page for buyers on their phone, or a page. */
function checkoutOf(action: NextAction | null | undefined): Checkout {
  const qrcode = action?.qrcode;
  const url = asPage(action?.url) ?? asPage(qrcode);
  if (!url)
    throw new ChargeRefused(
      `Airwallex returned no payment page (next action: ${action?.type ?? 'missing'})`,
    );
  if (!qrcode) return { kind: 'redirect', url };
  const image = `data:image/svg+xml,${encodeURIComponent(renderSVG(qrcode))}`;
  return { kind: 'qr', url, data: asPage(qrcode) ?? url, image };
}

export type Opened = { ref: string; checkout: Checkout };

export function createCheckouts(
  api: AirwallexClient,
  intents: Intents,
): Record<'once' | 'linked', (request: CheckoutRequest) => Promise<Opened>> {
  /** Creates an object, or returns the one that an earlier call with the same key has created. */
  async function make(path: string, body: object, query: Record<string, string>): Promise<string> {
    const { id } = await api.post(`${path}/create`, created, body).catch(async (error: unknown) => {
      if (!isUsed(error)) return rethrow(error);
      const { items } = await api.get(path, listOf(created), query);
      if (!items[0]) throw error;
      return items[0];
    });
    return id;
  }

  const makeCustomer = ({ key, reference }: CheckoutRequest) => {
    const query = { merchant_customer_id: reference };
    return make(customers, { request_id: `${key}-customer`, ...query }, query);
  };

  const makeConsent = ({ key, reference }: CheckoutRequest, customer: string) => {
    const query = { customer_id: customer };
    const how = { next_triggered_by: 'merchant', merchant_trigger_reason: 'unscheduled' };
    const metadata = { payment: reference };
    return make(consents, { request_id: `${key}-consent`, ...query, ...how, metadata }, query);
  };

  async function link(request: CheckoutRequest, id: string) {
    const { key, method, description, returnUrl } = request;
    const payment_method = airwallexMethodOf(method, description);
    const body = { request_id: `${key}-link`, payment_method, return_url: returnUrl };
    return await api
      .post(`${consents}/${id}/verify`, consent, body)
      .catch(async (error: unknown) => {
        if (!isUsed(error)) return rethrow(error);
        return await api.get(`${consents}/${id}`, consent);
      });
  }

  return {
    async once(request) {
      const { key, method, description, returnUrl } = request;
      const { id } = await intents.make(request, { return_url: returnUrl });
      const payment_method = airwallexMethodOf(method, description);
      const body = { request_id: `${key}-pay`, payment_method };
      const { next_action } = await intents.confirm(id, body).catch(rethrow);
      return { ref: id, checkout: checkoutOf(next_action) };
    },
    /** Links a wallet first. The wallet is charged after its buyer has agreed (decision 0031). */
    async linked(request) {
      const customer = await makeCustomer(request);
      const used = await makeConsent(request, customer);
      const rest = { customer_id: customer, metadata: { consent: used } };
      const { id } = await intents.make(request, { ...rest, return_url: request.returnUrl });
      const { next_action } = await link(request, used);
      return { ref: id, checkout: checkoutOf(next_action) };
    },
  };
}
