import { spawn } from 'node:child_process';
import { withoutSecondCompilation } from '../database/testing/without-second-compilation.fixture.ts';
import { supervise } from './process-supervisor.ts';

/*
 * Test replacement for the start command, without builds. Supervises the given script and prints
 * process ids.
 */
const script = process.argv[2] ?? '';

process.exitCode = await supervise({
  say: (sentence) => console.log(sentence),
  pauseMs: 10,
  start: () => {
    const server = spawn(process.execPath, [...withoutSecondCompilation, script], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    console.log(`server ${server.pid}`);
    return server;
  },
});
