/** Shortest and longest wait of new connections after a cut-off. */
const firstMs = 250;
const maxMs = 2000;
/** A cut-off is forgotten if no other cut-off follows within this time. */
const forgottenAfterMs = 10_000;

type Cooldown = { ms: number; endsAt: number; forgetting: NodeJS.Timeout };

/**
 * Delays new connections of an IP address after one of its connections was cut off. Each further
 * cut-off doubles the wait. A client that reconnects at once therefore causes only the cost of its
 * connections.
 */
export function createCooldowns() {
  const cooldowns = new Map<string, Cooldown>();
  return {
    /** Records that a connection of the IP address was cut off. */
    begin(address: string): void {
      const now = performance.now();
      const last = cooldowns.get(address);
      if (last && now < last.endsAt) return;
      clearTimeout(last?.forgetting);
      const ms = last ? Math.min(last.ms * 2, maxMs) : firstMs;
      const forgetting = setTimeout(() => cooldowns.delete(address), ms + forgottenAfterMs).unref();
      cooldowns.set(address, { ms, endsAt: now + ms, forgetting });
    },
    /** Returns the milliseconds that a new connection of the IP address must wait. */
    remaining: (address: string): number =>
      Math.max(0, (cooldowns.get(address)?.endsAt ?? 0) - performance.now()),
  };
}
