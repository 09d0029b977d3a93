import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Budget, ChildSettings, FromChild, ToChild } from './messages.ts';

/** A program to start as a child process. The program calls `serveJobs`. */
export interface ChildKind {
  file: URL;
  settings: ChildSettings;
  budget: Budget;
}

interface Listener<Result> {
  onMessage(message: FromChild<Result>): void;
  /** called once when the process has ended, with the reason for the log */
  onExit(reason: string): void;
}

/** Number of characters of error output to keep. The last output of a native crash is short. */
const keptErrorOutput = 2000;
/**
 * Environment variables for child processes. Other variables are not passed on, because decoders
 * must not read secrets.
 */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH'];

/** One child process. It prevents this process from ending only between `hold` and `letGo`. */
export class PoolChild<Job, Result> {
  readonly #process: ChildProcess;
  #errorOutput = '';

  constructor({ file, settings, budget }: ChildKind, listener: Listener<Result>) {
    const child = fork(fileURLToPath(file), {
      execArgv: [],
      env: Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#process = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-keptErrorOutput);
    });
    child.on('message', (message: FromChild<Result>) => listener.onMessage(message));
    let hasEnded = false;
    const end = (reason: string) => {
      if (hasEnded) return;
      hasEnded = true;
      listener.onExit([reason, this.#errorOutput.trim()].filter(Boolean).join('\n'));
    };
    // `error` is also emitted if the child did not start or cannot be written to. `close` comes
    // after the child's last message.
    child.on('error', (error) => {
      child.kill('SIGKILL');
      if (child.pid === undefined) end(`The child did not start: ${error.message}`);
    });
    child.on('close', (code, signal) => end(`The child ended with ${signal ?? `code ${code}`}`));
    this.letGo();
    this.#send({ type: 'begin', settings, budget });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  run(job: Job): void {
    this.hold();
    this.#send({ type: 'job', job });
  }

  pause(isPaused: boolean): void {
    this.#send({ type: isPaused ? 'pause' : 'resume' });
  }

  cancel(willRunAgain: boolean): void {
    this.#send({ type: 'cancel', willRunAgain });
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  hold(): void {
    this.#process.ref();
    this.#process.channel?.ref();
  }

  letGo(): void {
    this.#process.unref();
    this.#process.channel?.unref();
    (this.#process.stderr as (Readable & { unref?(): void }) | null)?.unref?.();
  }

  /** Sends a message, unless the child has ended. `onExit` reports the end. */
  #send(message: ToChild<Job>): void {
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }
}
