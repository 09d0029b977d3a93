/** Part of a function's work whose duration is measured separately: the options that it includes. */
type Workload = { options: readonly string[] };

/** Returns the smallest workload that includes all options that are done. */
export function workloadOf<Kind extends Workload>(
  workloads: readonly Kind[],
  isDone: (option: string) => boolean,
): Kind | undefined {
  const done = workloads.flatMap(({ options }) => options).filter(isDone);
  return workloads
    .filter(({ options }) => done.every((option) => options.includes(option)))
    .reduce<Kind | undefined>(
      (least, one) => (least && least.options.length <= one.options.length ? least : one),
      undefined,
    );
}
