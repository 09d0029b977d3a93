import autocannon from 'autocannon';
import { answerQuestions } from './child-process.ts';
import { percentile, type Run } from './figures.ts';

export type LoadRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

export type Load = {
  url: string;
  connections: number;
  /** sent in turn; without `seconds`, each request is sent once */
  requests: LoadRequest[];
  seconds?: number;
};

/* The client runs in a separate process, so that its work does not distort the measurements of
   the bench and the server. */
answerQuestions<Load>(
  ({ url, connections, requests, seconds }) =>
    new Promise<Run>((resolve, reject) => {
      const milliseconds: number[] = [];
      const from = performance.now();
      let until = from;
      let next = 0;
      const turn = () => {
        const request = requests[next % requests.length];
        next += 1;
        if (!request) throw new Error('Expected at least one request');
        return { ...request };
      };
      const [first] = requests;
      if (!first) throw new Error('Expected at least one request');
      const running = autocannon(
        {
          url,
          connections,
          requests: [requests.length === 1 ? first : { ...first, setupRequest: turn }],
          ...(seconds === undefined ? { amount: requests.length } : { duration: seconds }),
        },
        (error, { errors, timeouts, non2xx }) => {
          if (error) return reject(error);
          resolve({
            perSecond: (milliseconds.length * 1000) / (until - from),
            count: milliseconds.length,
            p99Milliseconds: percentile(milliseconds, 0.99),
            refused: errors + timeouts + non2xx,
          });
        },
      );
      running.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
        until = performance.now();
        milliseconds.push(ms);
      });
    }),
);
