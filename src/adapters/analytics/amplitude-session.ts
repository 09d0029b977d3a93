/** The SDK's own, for a session that nothing happens in. */
const timeoutMs = 30 * 60_000;

/** The cookie in which SDK 2 keeps its session. */
export const sessionCookieOf = (key: string): string => `AMP_${key.slice(0, 10)}`;

/**
 * Where a session has to begin so that the first event, which may be older than the SDK's arrival, is
 * part of it. Undefined: the kept session goes on, or what the SDK has kept cannot be read.
 * @param since time of the first event, in milliseconds
 * @param cookie what the SDK has kept of the last session
 */
export function sessionSince(since: number, cookie: string | undefined): number | undefined {
  if (!cookie) return since;
  try {
    const { sessionId, lastEventTime } = JSON.parse(decodeURIComponent(atob(cookie))) as {
      sessionId?: number;
      lastEventTime?: number;
    };
    if (!sessionId || !lastEventTime) return since;
    return since - lastEventTime > timeoutMs ? since : undefined;
  } catch {
    return undefined;
  }
}
