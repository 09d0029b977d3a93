import type { Asker, EngineErrorCode } from '../engine.port.ts';

export interface LineBounds {
  /** beyond this the last item in order is refused with `unavailable` */
  maxWaiting: number;
  /** beyond this the owner is refused with `too_many_tasks` */
  maxOfOwner: number;
}

interface Place<Item> extends Asker {
  item: Item;
  /** order among subnets; `turn` is the order among the owners of a subnet */
  slot: number;
  turn: number;
  /** 0 for users, who come first */
  rank: number;
  arrival: number;
}

/** The two numbers that define the order. */
type Order = 'slot' | 'turn';

const nobody: Asker = { subnet: '', owner: '' };

/**
 * Fair queue in memory. It uses the same two numbers as the queue of tasks
 * (`store/task-queue.store.ts`), for jobs of one size.
 */
export class WaitingQueue<Item> {
  readonly #bounds: LineBounds;
  #places: Place<Item>[] = [];
  /** the slot that was used last */
  #clock = 0;
  /** by subnet: the turn that was used last */
  #orders = new Map<string, number>();
  /** end of the last slot (by subnet) and of the last turn (by subnet and owner) */
  #ends = new Map<string, number>();
  #arrivals = 0;

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  get length(): number {
    return this.#places.length;
  }

  /** Returns the item that the bounds refuse: the new one, or the last one in order. */
  add(
    item: Item,
    { subnet, owner, isMember = false }: Asker = nobody,
  ): { item: Item; code: EngineErrorCode } | undefined {
    const { maxWaiting, maxOfOwner } = this.#bounds;
    const isSame = (place: Asker) => place.subnet === subnet && place.owner === owner;
    if (this.#places.filter(isSame).length >= maxOfOwner) return { item, code: 'too_many_tasks' };
    this.#arrivals += 1;
    this.#places.push({
      item,
      subnet,
      owner,
      rank: isMember ? 0 : 1,
      arrival: this.#arrivals,
      slot: this.#takeShare(subnet, this.#clock),
      turn: this.#takeShare(`${subnet} ${owner}`, this.#orders.get(subnet) ?? 0),
    });
    if (this.length <= maxWaiting) return undefined;
    const last = this.#remove((places, by) => places.toSorted(inOrderOf(by)).at(-1));
    return last && { item: last.item, code: 'unavailable' };
  }

  /** Removes and returns the next item. */
  take(): Item | undefined {
    const next = this.#remove((places, by) => places.toSorted(inOrderOf(by))[0]);
    if (!next) return undefined;
    const { subnet, slot, turn, item } = next;
    this.#clock = Math.max(this.#clock, slot);
    this.#orders.set(subnet, Math.max(this.#orders.get(subnet) ?? 0, turn));
    if (this.length === 0) this.#forgetShares();
    return item;
  }

  /** Returns false if the item is not waiting. Its share stays used. */
  remove(item: Item): boolean {
    const places = this.#places.filter((place) => place.item !== item);
    const wasThere = places.length < this.length;
    this.#places = places;
    return wasThere;
  }

  /** Starts at the queue's position, or where the last share of the same key ends. */
  #takeShare(key: string, reached: number): number {
    const start = Math.max(this.#ends.get(key) ?? 0, reached);
    this.#ends.set(key, start + 1);
    return start;
  }

  /**
   * Picks a subnet by slot, then removes and returns the item of that subnet that is picked by
   * turn.
   */
  #remove(
    pick: (places: Place<Item>[], by: Order) => Place<Item> | undefined,
  ): Place<Item> | undefined {
    const holder = pick(this.#places, 'slot');
    if (!holder) return undefined;
    const ofSubnet = this.#places.filter(({ subnet }) => subnet === holder.subnet);
    const place = pick(ofSubnet, 'turn') ?? holder;
    const { slot } = holder;
    holder.slot = place.slot;
    this.#places = this.#places.filter((other) => other !== place);
    return { ...place, slot };
  }

  /** When the queue is empty, all shares are equal again. */
  #forgetShares(): void {
    this.#clock = 0;
    this.#orders.clear();
    this.#ends.clear();
  }
}

type Orders = Record<Order | 'arrival' | 'rank', number>;

const inOrderOf = (by: Order) => (a: Orders, b: Orders) =>
  a.rank - b.rank || a[by] - b[by] || a.arrival - b.arrival;
