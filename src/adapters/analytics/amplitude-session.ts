/** Time without events after which a session ends, as in the SDK by default. */
const timeoutMs = 30 * 60_000;

/** Returns the name of the cookie in which version 2 of the SDK stores its session. */
export const sessionCookieOf = (key: string): string => `AMP_${key.slice(0, 10)}`;

/**
 * Returns the start of the session in milliseconds. The session must include the first event, which
 * may be older than the start of the SDK. Returns undefined if the stored session continues, or if
 * its cookie cannot be read.
 * @param since time of the first event, in milliseconds
 * @param cookie the SDK's cookie of the last session
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
