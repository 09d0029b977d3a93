/* What a page loads for the queue, and nothing else: its size is a budget. */
export { analyticsWithQueue } from '../../../machines/analytics/analytics.with-queue.ts';
export { createEventQueue } from '../../../src/adapters/analytics/create-event-queue.ts';
export { createOptOutMark } from '../../../src/adapters/analytics/opt-out-mark.ts';
export { createSender } from '../../../src/adapters/analytics/send-events.ts';
export { watchFreeze, watchPage } from '../../../src/adapters/analytics/watch-page.ts';
