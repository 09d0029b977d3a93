/** Stores the newest `capacity` items, oldest first. Adding an item moves no other item. */
export type Ring<Item> = {
  push(item: Item): void;
  last(): Item | undefined;
  /** removes the newest item */
  pop(): void;
  toArray(): Item[];
  readonly size: number;
};

export function createRing<Item>(capacity: number): Ring<Item> {
  const items: (Item | undefined)[] = [];
  let next = 0;
  let size = 0;
  const at = (index: number) => items[(next - size + index + capacity) % capacity] as Item;
  return {
    push(item) {
      items[next] = item;
      next = (next + 1) % capacity;
      if (size < capacity) size += 1;
    },
    last: () => (size === 0 ? undefined : at(size - 1)),
    pop() {
      if (size === 0) return;
      next = (next - 1 + capacity) % capacity;
      items[next] = undefined;
      size -= 1;
    },
    toArray: () => Array.from({ length: size }, (_, index) => at(index)),
    get size() {
      return size;
    },
  };
}
