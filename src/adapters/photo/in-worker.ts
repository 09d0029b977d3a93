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
export function askWorkerAgain<Request, Answer>(
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
