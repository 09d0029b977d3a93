import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Prints the output of `npm run paths -- --run … --browser`: each path with its steps while they
 * happen.
 */
export default class WalkReporter implements Reporter {
  #walked = 0;
  #failed = 0;
  #begun = performance.now();

  onTestBegin({ title, parent }: TestCase): void {
    if (this.#walked === 0) this.#begun = performance.now();
    print(`\n${parent.title}: ${title}`);
  }

  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  onTestEnd(_: TestCase, { errors, status }: TestResult): void {
    this.#walked += 1;
    if (status === 'passed') return;
    this.#failed += 1;
    for (const { message } of errors) print(message ?? 'The walk failed without a message.');
  }

  onError({ message }: TestError): void {
    print(message ?? 'The run failed without a message.');
  }

  onEnd(): void {
    const seconds = Math.round((performance.now() - this.#begun) / 1000);
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : '';
    const paths = this.#walked === 1 ? 'path' : 'paths';
    print(`\n${this.#walked} ${paths} walked in ${seconds} s${failed}`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
