import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';

type WorkerAnswer<Answer> = { answer: Answer } | { error: string };

/** Answers every request. Called in the worker. */
export function answerInWorker<Request, Answer>(work: (request: Request) => Promise<Answer>): void {
  addEventListener('message', async ({ data }: MessageEvent<Request>) => {
    let answer: WorkerAnswer<Answer>;
    try {
      answer = { answer: await work(data) };
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error) };
    }
    postMessage(answer);
  });
}

type Question<Request> = { request: Request; signal: CancelSignal; call: string };

/**
 * Sends one request to a worker that answers several requests. A worker that does not answer is
 * ended. Called in the page.
 */
function askWorkerAgain<Request, Answer>(
  worker: Worker,
  { request, signal, call }: Question<Request>,
): Promise<Answer> {
  const answer = new Promise<Answer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer<Answer>>) =>
      'answer' in data ? resolve(data.answer) : reject(new Error(data.error));
    worker.onerror = () => reject(new Error('The worker did not start.'));
    signal.addEventListener('abort', () => reject(new PortError({ reason: 'cancelled', call })));
  });
  worker.postMessage(request);
  return answer.catch((error: unknown) => {
    worker.terminate();
    throw error;
  });
}

/** Sends one request to a worker, and ends the worker after the answer. Called in the page. */
export const askWorker = <Request, Answer>(
  worker: Worker,
  question: Question<Request>,
): Promise<Answer> =>
  askWorkerAgain<Request, Answer>(worker, question).finally(() => worker.terminate());

type Lasting = {
  make: () => Worker;
  call: string;
  /** the worker is ended after this time in milliseconds without a request */
  idleMs?: number;
};

/**
 * Returns a function that sends requests to a worker. The worker keeps running after an answer,
 * because it keeps what it has loaded. Called in the page.
 */
export function createLastingWorker<Request, Answer>({ make, call, idleMs }: Lasting) {
  let idle: Worker | null = null;
  let end: ReturnType<typeof setTimeout> | undefined;
  const take = (): Worker => {
    const worker = idle ?? make();
    idle = null;
    clearTimeout(end);
    return worker;
  };
  const giveBack = (worker: Worker) => {
    idle?.terminate();
    idle = worker;
    clearTimeout(end);
    if (idleMs === undefined) return;
    end = setTimeout(() => {
      idle?.terminate();
      idle = null;
    }, idleMs);
  };
  return async (request: Request, signal: CancelSignal): Promise<Answer> => {
    const worker = take();
    const answer = await askWorkerAgain<Request, Answer>(worker, { request, signal, call });
    giveBack(worker);
    return answer;
  };
}
