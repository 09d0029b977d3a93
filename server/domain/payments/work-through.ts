/**
 * What may be spent on calls that fail, in each sweep. A provider that is away is silent for seconds before
 * a call of it fails, and everything else that is swept waits meanwhile.
 */
const patienceMs = 45_000;

/** Does all that is due; what fails does not keep the others, unless it takes too long to fail. */
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
