import { randomUUID } from 'node:crypto';

/**
 * Returns an id of a request: 12 random hexadecimal digits. It is short, because visitors read it
 * aloud or type it when they report an error. It gives no access.
 */
export const newRequestId = () => randomUUID().slice(-12);
