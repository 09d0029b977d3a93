/** Wait of new connections after the first cut-off, and the longest wait after several. */
const firstMs = 250;
const maxMs = 2000;
/** A cut-off is forgotten after this time without another one. */
const forgottenAfterMs = 10_000;

type Cooldown = { ms: number; endsAt: number; forgetting: NodeJS.Timeout };

/**
 * After a connection of an address was cut off, new connections of the address wait, twice as long each
 * time. A flood that reconnects at once then costs no more than its connections.
 */
export function createCooldowns() {
  const cooldowns = new Map<string, Cooldown>();
  return {
    /** Records a cut-off connection of the address. */
    begin(address: string): void {
      const now = performance.now();
      const last = cooldowns.get(address);
      if (last && now < last.endsAt) return;
      clearTimeout(last?.forgetting);
      const ms = last ? Math.min(last.ms * 2, maxMs) : firstMs;
      const forgetting = setTimeout(() => cooldowns.delete(address), ms + forgottenAfterMs).unref();
      cooldowns.set(address, { ms, endsAt: now + ms, forgetting });
    },
    /** Milliseconds that a new connection of the address waits. */
    remaining: (address: string): number =>
      Math.max(0, (cooldowns.get(address)?.endsAt ?? 0) - performance.now()),
  };
}
