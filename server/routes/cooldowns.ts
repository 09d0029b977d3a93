/** How long new connections wait after the first cut-off, and at most after several. */
const firstMs = 250;
const maxMs = 2000;
/** After so long without another one a cut-off is forgotten. */
const forgottenAfterMs = 10_000;

type Cooldown = { ms: number; endsAt: number; forgetting: NodeJS.Timeout };

/**
 * New connections of an address wait for a moment after one of its connections was cut off, twice as
 * long each time; so a flood that begins anew at once costs no more than the connections it opens.
 */
export function createCooldowns() {
  const cooldowns = new Map<string, Cooldown>();
  return {
    /** A connection of the address was cut off. */
    begin(address: string): void {
      const now = performance.now();
      const last = cooldowns.get(address);
      if (last && now < last.endsAt) return;
      clearTimeout(last?.forgetting);
      const ms = last ? Math.min(last.ms * 2, maxMs) : firstMs;
      const forgetting = setTimeout(() => cooldowns.delete(address), ms + forgottenAfterMs).unref();
      cooldowns.set(address, { ms, endsAt: now + ms, forgetting });
    },
    /** Milliseconds for which a new connection of the address waits. */
    remaining: (address: string): number =>
      Math.max(0, (cooldowns.get(address)?.endsAt ?? 0) - performance.now()),
  };
}
