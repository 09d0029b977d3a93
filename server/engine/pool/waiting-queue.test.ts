import { describe, expect, it } from 'vitest';
import { WaitingQueue } from './waiting-queue.ts';

const unbounded = { maxWaiting: Number.POSITIVE_INFINITY, maxOfOwner: Number.POSITIVE_INFINITY };

/** Creates a queue whose items are named by owner and number: `a1`, `a2`. */
function createLine(bounds: Partial<typeof unbounded> = {}) {
  const queue = new WaitingQueue<string>({ ...unbounded, ...bounds });
  return {
    queue,
    add: (item: string, subnet = 'net') =>
      queue.add(item, { subnet, owner: item.replace(/\d/g, '') }),
    takeAll: () => Array.from({ length: queue.length }, () => queue.take()),
  };
}

describe('the order of waiting items', () => {
  it('is that of arrival for one owner', () => {
    const { add, takeAll } = createLine();
    for (const item of ['a1', 'a2', 'a3']) add(item);
    expect(takeAll()).toEqual(['a1', 'a2', 'a3']);
  });

  it('lets the owners of a subnet take turns', () => {
    const { add, takeAll } = createLine();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) add(item);
    expect(takeAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('gives a subnet with many owners no more than one with a single owner', () => {
    const { add, takeAll } = createLine();
    for (const item of ['a1', 'b1', 'c1', 'd1']) add(item, 'hog');
    for (const item of ['x1', 'x2']) add(item, 'home');
    expect(takeAll()).toEqual(['a1', 'x1', 'b1', 'x2', 'c1', 'd1']);
  });

  it('serves a new owner among the next two items', () => {
    const { queue, add } = createLine();
    for (let n = 1; n <= 9; n += 1) add(`a${n}`, 'hog');
    for (let n = 1; n <= 3; n += 1) queue.take();
    add('x1', 'home');
    expect([queue.take(), queue.take()]).toContain('x1');
  });

  it('forgets shares when the queue is empty', () => {
    const { add, takeAll } = createLine();
    for (let n = 1; n <= 9; n += 1) add(`a${n}`, 'hog');
    takeAll();
    add('a10', 'hog');
    add('x1', 'home');
    expect(takeAll()).toEqual(['a10', 'x1']);
  });

  it('serves users before guests, and refuses guests first', () => {
    const { queue, add, takeAll } = createLine({ maxWaiting: 3 });
    for (const subnet of ['n1', 'n2', 'n3']) add('s1', subnet);
    expect(queue.add('m1', { subnet: 'n4', owner: 'm', isMember: true })?.item).toBe('s1');
    expect(takeAll()).toEqual(['m1', 's1', 's1']);
  });

  it('skips removed items', () => {
    const { queue, add, takeAll } = createLine();
    for (const item of ['a1', 'a2', 'b1']) add(item);
    expect(queue.remove('a1')).toBe(true);
    expect(queue.remove('a1')).toBe(false);
    expect(takeAll()).toEqual(['b1', 'a2']);
  });
});

describe('the bounds of a queue', () => {
  it('refuse only the owner who has too many', () => {
    const { add } = createLine({ maxOfOwner: 2 });
    expect([add('a1'), add('a2'), add('b1')]).toEqual([undefined, undefined, undefined]);
    expect(add('a3')).toEqual({ item: 'a3', code: 'too_many_tasks' });
    expect(add('b2')).toBeUndefined();
  });

  it('refuse the last item when the queue is full', () => {
    const { add, takeAll } = createLine({ maxWaiting: 4 });
    for (const item of ['a1', 'b1', 'c1', 'd1']) add(item, 'hog');
    expect(add('e1', 'hog')).toEqual({ item: 'e1', code: 'unavailable' });
    expect(add('x1', 'home')).toEqual({ item: 'd1', code: 'unavailable' });
    expect(takeAll()).toEqual(['a1', 'x1', 'b1', 'c1']);
  });
});
