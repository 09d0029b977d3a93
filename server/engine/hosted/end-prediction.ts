import type { HostedAccount } from '../engine-options.ts';
import { type KeptPrediction, parseKept } from './kept-prediction.ts';
import { openReplicate } from './replicate.ts';

/** Time limit. It is shorter than the time in which a cancelled job must stop. */
const endMs = 10_000;

/**
 * Cancels a prediction that no attempt continues, and removes its photo at the provider.
 * @throws if it may still run
 */
export async function endPrediction(
  account: HostedAccount,
  { id, file }: KeptPrediction,
): Promise<void> {
  const client = openReplicate(account, AbortSignal.timeout(endMs));
  const known = id ?? (await client.find(file.url))?.id;
  if (known) await client.cancel(known);
  await client.removeFile(file.id);
}

/** Does the same for the text of a kept file. */
export async function endKeptPrediction(account: HostedAccount, text: string): Promise<void> {
  const kept = parseKept(text);
  if (kept) await endPrediction(account, kept);
}
