/** Shortest and longest wait of new connections after the server has closed one. */
const firstMs = 250;
const maxMs = 2000;
/** After this time without a closed connection, the next wait has the shortest length again. */
const forgottenAfterMs = 10_000;

type Cooldown = { ms: number; endsAt: number; forgetting: NodeJS.Timeout };

/**
 * Delays new connections of an IP address after the server has closed one of its connections. Each
 * further closed connection doubles the wait. A client that reconnects at once therefore causes only the cost of its
 * connections.
 */
export function createCooldowns() {
  const cooldowns = new Map<string, Cooldown>();
  return {
    /** Records that the server has closed a connection of the IP address. */
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
