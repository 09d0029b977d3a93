/** Time after which a check counts as failed. Load balancers often give up after 5 s. */
const patienceMs = 2000;

/** @throws Error if the answer is not there in time */
export async function within<Value>(check: Promise<Value>, ms = patienceMs): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ms);
  return await Promise.race([check, late.promise]).finally(() => clearTimeout(timer));
}

/** Returns true if the check fails or takes too long. */
export const fails = (check: Promise<unknown>): Promise<boolean> =>
  within(check).then(
    () => false,
    () => true,
  );
