declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  type Request = {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
    /** replaces each request before it is sent */
    setupRequest?: (request: Request) => Request;
  };

  type Result = { errors: number; timeouts: number; non2xx: number };

  /** Emits `response` with the client, the status, the bytes and the milliseconds. */
  export default function autocannon(
    options: {
      url: string;
      connections: number;
      requests: Request[];
      /** seconds; ignored if a number of requests is given */
      duration?: number;
      amount?: number;
    },
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
