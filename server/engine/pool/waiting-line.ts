import type { Asker, EngineErrorCode } from '../engine.port.ts';

export interface LineBounds {
  /** beyond this somebody is refused, with `unavailable`: whoever stands last */
  maxWaiting: number;
  /** beyond this the owner is refused, with `too_many_tasks` */
  maxOfOwner: number;
}

interface Place<Item> extends Asker {
  item: Item;
  /** belongs to the network; who of the network uses it is decided by `turn` */
  slot: number;
  turn: number;
  /** 0 for members, who come first */
  rank: number;
  arrival: number;
}

/** The two numbers by which places are in order. */
type Order = 'slot' | 'turn';

const nobody: Asker = { network: '', owner: '' };

/**
 * Who is next among those that wait in memory: the queue of tasks (`store/task-queue.store.ts`)
 * with the same two numbers, for jobs of one size.
 */
export class WaitingLine<Item> {
  readonly #bounds: LineBounds;
  #places: Place<Item>[] = [];
  /** the slot that was used last */
  #clock = 0;
  /** by network: the turn that was used last */
  #orders = new Map<string, number>();
  /** by network, and by network and owner: the end of the last slot or turn */
  #ends = new Map<string, number>();
  #arrivals = 0;

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  get length(): number {
    return this.#places.length;
  }

  /** Returns whom the bounds refuse: the newcomer, or whoever stands behind it. */
  add(
    item: Item,
    { network, owner, isMember = false }: Asker = nobody,
  ): { item: Item; code: EngineErrorCode } | undefined {
    const { maxWaiting, maxOfOwner } = this.#bounds;
    const isSame = (place: Asker) => place.network === network && place.owner === owner;
    if (this.#places.filter(isSame).length >= maxOfOwner) return { item, code: 'too_many_tasks' };
    this.#arrivals += 1;
    this.#places.push({
      item,
      network,
      owner,
      rank: isMember ? 0 : 1,
      arrival: this.#arrivals,
      slot: this.#takeShare(network, this.#clock),
      turn: this.#takeShare(`${network} ${owner}`, this.#orders.get(network) ?? 0),
    });
    if (this.length <= maxWaiting) return undefined;
    const last = this.#remove((places, by) => places.toSorted(inOrderOf(by)).at(-1));
    return last && { item: last.item, code: 'unavailable' };
  }

  /** The next one, which waits no longer. */
  take(): Item | undefined {
    const next = this.#remove((places, by) => places.toSorted(inOrderOf(by))[0]);
    if (!next) return undefined;
    const { network, slot, turn, item } = next;
    this.#clock = Math.max(this.#clock, slot);
    this.#orders.set(network, Math.max(this.#orders.get(network) ?? 0, turn));
    if (this.length === 0) this.#forgetShares();
    return item;
  }

  /** False when it does not wait. Its share stays used. */
  remove(item: Item): boolean {
    const places = this.#places.filter((place) => place.item !== item);
    const wasThere = places.length < this.length;
    this.#places = places;
    return wasThere;
  }

  /** Starts where the queue is, or where the last share of the same key ends. */
  #takeShare(key: string, reached: number): number {
    const start = Math.max(this.#ends.get(key) ?? 0, reached);
    this.#ends.set(key, start + 1);
    return start;
  }

  /** Removes the network's place at that end of the slots, and of the network's turns. */
  #remove(
    pick: (places: Place<Item>[], by: Order) => Place<Item> | undefined,
  ): Place<Item> | undefined {
    const holder = pick(this.#places, 'slot');
    if (!holder) return undefined;
    const ofNetwork = this.#places.filter(({ network }) => network === holder.network);
    const place = pick(ofNetwork, 'turn') ?? holder;
    const { slot } = holder;
    holder.slot = place.slot;
    this.#places = this.#places.filter((other) => other !== place);
    return { ...place, slot };
  }

  /** When nobody waits, nobody has taken more than a share. */
  #forgetShares(): void {
    this.#clock = 0;
    this.#orders.clear();
    this.#ends.clear();
  }
}

type Orders = Record<Order | 'arrival' | 'rank', number>;

const inOrderOf = (by: Order) => (a: Orders, b: Orders) =>
  a.rank - b.rank || a[by] - b[by] || a.arrival - b.arrival;
