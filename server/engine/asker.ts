/**
 * Owner of a waiting inspection. Subnets take turns in the queue, and so do the owners within a
 * subnet.
 */
export interface Asker {
  subnet: string;
  owner: string;
  /** true for a user; users are served before guests, and a full queue refuses guests first */
  isMember?: boolean;
}
