import type { ClockPort } from '../../../machines/ports/clock.port.ts';

const whenAheadMs = 60_000;

/**
 * Longest timer in milliseconds. Timers pause while a device sleeps, and overflow after 24 days.
 * The clock is therefore checked at this interval.
 */
const longestMs = 3_600_000;

export const waitUntil: ClockPort['waitUntil'] = ({ at }, signal) =>
  new Promise((resolve) => {
    const now = Date.now();
    const instant = Date.parse(at);
    const end = instant > now ? instant : now + whenAheadMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
    const look = () => {
      clearTimeout(timer);
      const left = end - Date.now();
      if (left > 0) timer = setTimeout(look, Math.min(left, longestMs));
      else {
        stop();
        resolve();
      }
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', stop);
    look();
  });

const secondMs = 1000;

/**
 * Counts the seconds down. Timers of a background page may be late, so each tick computes the
 * remaining time from the clock.
 */
export const countDown: ClockPort['countDown'] = ({ afterMs, endsAt }, emit) => {
  const end = endsAt ?? Date.now() + afterMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // the remaining time is never longer than requested, even if the clock was set back
  const leftMs = () => Math.min(Math.max(0, end - Date.now()), afterMs);
  const wait = () => {
    timer = setTimeout(look, leftMs() % secondMs || Math.min(leftMs(), secondMs));
  };
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
  const look = () => {
    clearTimeout(timer);
    const remainingSeconds = Math.ceil(leftMs() / secondMs);
    if (remainingSeconds > 0) wait();
    else stop();
    emit({ type: 'countdown.ticked', remainingSeconds, endsAt: end });
  };
  document.addEventListener('visibilitychange', look);
  wait();
  return stop;
};
