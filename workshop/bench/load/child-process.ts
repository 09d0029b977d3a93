import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A separate process that answers one question after another. */
export type Helper<Question extends object, Answer> = {
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
};

/** @param name a file beside this one that calls `answerQuestions` */
export function startHelper<Question extends object, Answer>(
  name: string,
): Helper<Question, Answer> {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)));
  const gone = once(child, 'exit').then((): never => {
    throw new Error(`The child process ${name} ended unexpectedly`);
  });
  gone.catch(() => undefined);
  return {
    async ask(question) {
      child.send(question);
      const [answer] = await Promise.race([once(child, 'message'), gone]);
      if (answer.failure) throw new Error(`${name}: ${answer.failure}`);
      return answer.answer as Answer;
    },
    async stop() {
      child.disconnect();
      await gone.catch(() => undefined);
    },
  };
}

/** The child's side of a helper. The child ends with the process that started it. */
export function answerQuestions<Question extends object>(
  answer: (question: Question) => Promise<unknown>,
): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (question: Question) => {
    answer(question).then(
      (found) => process.send?.({ answer: found }),
      (error: unknown) => process.send?.({ failure: String(error) }),
    );
  });
}
