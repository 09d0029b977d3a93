import { createSubnetNames } from '../platform/http/subnet-names.ts';
import type { Platform } from '../platform/platform.ts';
import { endOfKeeping, type Step } from '../platform/sweeper.ts';
import { createGuests, type Guests } from './guests.ts';
import { purgeGuests } from './owners.store.ts';
import { createPrincipals, type Principals } from './principals.ts';
import { createSessions, type Sessions } from './sessions.ts';

export type Owners = {
  guests: Guests;
  sessions: Sessions;
  principals: Principals;
  /** returns the keyed hash of the subnet of an IP address */
  subnetOf: (address: string) => string;
  sweep: Record<'purge of guests', Step>;
};

/** Opens the feature that recognises the callers of requests: guests and users. */
export function openOwners(platform: Platform): Owners {
  const { config, db, bus, secret, secure, instanceId, now } = platform;
  const { newGuestsPerAddress } = config.limits;
  const guests = createGuests(db, { now, secret, newGuestsPerAddress });
  const sessions = createSessions(db, { now });
  const subnetOf = createSubnetNames(instanceId);
  return {
    guests,
    sessions,
    subnetOf,
    principals: createPrincipals({ bus, guests, sessions, secure, subnetOf, now }),
    sweep: {
      async 'purge of guests'() {
        while (await purgeGuests(db, endOfKeeping(now())));
      },
    },
  };
}
