/**
 * Time that failing calls may take per sweep. An unavailable provider needs seconds to fail a
 * call, and the rest of the sweep waits.
 */
const patienceMs = 45_000;

/**
 * Works through all due items. A failed item does not block the other items. The work stops when
 * failures have taken longer than `patienceMs`.
 */
export async function workThrough<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
  {
    onError,
    clock = () => performance.now(),
  }: { onError: (error: unknown) => void; clock?: () => number },
): Promise<void> {
  let spentMs = 0;
  for (const item of items) {
    if (spentMs >= patienceMs) return;
    const began = clock();
    await act(item).catch((error: unknown) => {
      spentMs += clock() - began;
      onError(error);
    });
  }
}
