import type { GuestClaim } from '../owners/guests.ts';

type Signed = {
  claim: GuestClaim;
  isNewcomer: boolean;
  expiresAt: number;
  state: 'signed' | 'arriving' | 'hasRow';
};

/** Numbers of unused uploads. Open signatures and rows of uploads are added up. */
export type UnusedUploads = { ofOwner: number; ofSubnet: number; inAll: number };

/**
 * Stores the signatures that this process issued and that may still be used. The database has no
 * row for them before the photo arrives. A restart forgets them, so a visitor can then get more
 * signatures. This is harmless, because stored photos are counted again on arrival.
 */
export function createSignedUploads(options: { now: () => Date; lifetimeMs: number }) {
  const { now, lifetimeMs } = options;
  /** signatures that may still be used, oldest first */
  const open = new Map<string, Signed>();
  /** time when each signature has certainly expired, oldest first */
  const spent = new Map<string, number>();

  function forgetExpired() {
    const time = now().getTime();
    for (const [key, expiresAt] of spent) {
      if (expiresAt > time) break;
      spent.delete(key);
    }
    for (const [key, { expiresAt, state }] of open) {
      if (expiresAt > time) break;
      if (state === 'signed') open.delete(key);
    }
  }

  return {
    count({ id, subnet }: GuestClaim): UnusedUploads {
      forgetExpired();
      const found = { ofOwner: 0, ofSubnet: 0, inAll: 0 };
      for (const { claim, state } of open.values()) {
        if (state === 'hasRow') continue;
        found.inAll += 1;
        if (claim.id === id) found.ofOwner += 1;
        if (claim.subnet === subnet) found.ofSubnet += 1;
      }
      return found;
    },
    /**
     * Returns the number of other guests of the subnet whose rows are created when their uploads
     * arrive.
     */
    newcomersBeside({ id, subnet }: GuestClaim): number {
      forgetExpired();
      const ids = [...open.values()]
        .filter((signed) => signed.isNewcomer && signed.state !== 'hasRow')
        .filter(({ claim }) => claim.subnet === subnet && claim.id !== id)
        .map(({ claim }) => claim.id);
      return new Set(ids).size;
    },
    add(key: string, signed: Pick<Signed, 'claim' | 'isNewcomer'>) {
      open.set(key, { ...signed, expiresAt: now().getTime() + lifetimeMs, state: 'signed' });
    },
    isKnown: (key: string) => open.has(key) || spent.has(key),
    /**
     * Registers that an upload begins. Returns false if its signature is in use or was used.
     * @param claim the claim of the signature, if another process issued it
     */
    arrive(key: string, claim: GuestClaim): boolean {
      const known = open.get(key);
      if (spent.has(key) || (known && known.state !== 'signed')) return false;
      const expiresAt = known?.expiresAt ?? now().getTime() + lifetimeMs;
      open.set(key, {
        claim,
        isNewcomer: known?.isNewcomer ?? false,
        expiresAt,
        state: 'arriving',
      });
      return true;
    },
    arriving: (key: string): GuestClaim | undefined => open.get(key)?.claim,
    isRowMade: (key: string) => open.get(key)?.state === 'hasRow',
    rowMade(key: string) {
      const signed = open.get(key);
      if (signed) signed.state = 'hasRow';
    },
    /** Allows a signature to be used again, because its upload was interrupted. */
    reopen(key: string) {
      const signed = open.get(key);
      if (signed) signed.state = 'signed';
    },
    spend(key: string) {
      open.delete(key);
      spent.set(key, now().getTime() + lifetimeMs);
    },
  };
}
