import type { Pricing } from '../../machines/model/pricing.ts';
import { readWire, WireMismatch } from '../adapters/http/wire-schema.ts';

/** @throws WireMismatch if the answer does not match the contract */
export async function checkPricing(body: unknown): Promise<Pricing> {
  const { pricing } = (await import('virtual:later-wire-table')).default;
  if (!pricing) throw new WireMismatch('The wire table lacks the call "pricing".');
  const obj = (body as { obj?: unknown } | null)?.obj;
  return readWire(pricing.obj, obj, 'pricing') as Pricing;
}
