import type { Asker } from '../asker.ts';
import type { EngineErrorCode } from '../engine.port.ts';

export interface LineBounds {
  /** if more items wait, the last item in order is refused with `unavailable` */
  maxWaiting: number;
  /** if an owner has more items, the new item is refused with `too_many_tasks` */
  maxOfOwner: number;
}

interface Place<Item> extends Asker {
  item: Item;
  /** `slot` is the order among subnets; `turn` is the order among the owners of a subnet */
  slot: number;
  turn: number;
  /** 0 for users, 1 for guests; users come first */
  rank: number;
  arrival: number;
}

type Order = 'slot' | 'turn';

const nobody: Asker = { subnet: '', owner: '' };

/**
 * A fair queue in memory. The order uses the same two numbers as the queue of tasks
 * (`store/task-queue.store.ts`). Here all jobs have the same size.
 */
export class WaitingQueue<Item> {
  readonly #bounds: LineBounds;
  #places: Place<Item>[] = [];
  /** highest `slot` that was used so far */
  #clock = 0;
  /** highest `turn` that was used so far, by subnet */
  #orders = new Map<string, number>();
  /** next free `slot` by subnet, and next free `turn` by subnet and owner */
  #ends = new Map<string, number>();
  #arrivals = 0;

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  get length(): number {
    return this.#places.length;
  }

  /**
   * Adds an item. Returns the item that is refused because of the bounds: the new item, or the last
   * item in order.
   */
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

  /**
   * Removes an item. Returns false if the item is not waiting. A removed item still counts for the
   * order of its owner.
   */
  remove(item: Item): boolean {
    const places = this.#places.filter((place) => place.item !== item);
    const wasThere = places.length < this.length;
    this.#places = places;
    return wasThere;
  }

  /** Returns the next `slot` or `turn` for the key, but at least the current position. */
  #takeShare(key: string, reached: number): number {
    const start = Math.max(this.#ends.get(key) ?? 0, reached);
    this.#ends.set(key, start + 1);
    return start;
  }

  /** Picks a subnet by `slot`, then one of its items by `turn`. Removes and returns that item. */
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

  /** Resets the order when the queue is empty. */
  #forgetShares(): void {
    this.#clock = 0;
    this.#orders.clear();
    this.#ends.clear();
  }
}

type Orders = Record<Order | 'arrival' | 'rank', number>;

const inOrderOf = (by: Order) => (a: Orders, b: Orders) =>
  a.rank - b.rank || a[by] - b[by] || a.arrival - b.arrival;
