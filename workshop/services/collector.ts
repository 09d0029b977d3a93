import { BadCall, fail, readOptions } from '../../tools/cli/bad-call.ts';
import { type AnswerName, answerNames } from './collector/answers.ts';
import { startCollector } from './collector/collector.ts';

/*
 * npm run collector -w workshop/services [-- --port n] [--answers ok,unavailable,lost]
 * Collects analytics events on this machine. Gives the answers in turn, repeatedly. Start the
 * product with AMPLITUDE_SERVER_URL set to this address (docs/how-to/try-analytics.md).
 */
const isAnswer = (name: string): name is AnswerName => answerNames.some((one) => one === name);

async function run(args: readonly string[]) {
  const { values } = readOptions(args, {
    options: {
      port: { type: 'string', default: '8199' },
      answers: { type: 'string', default: 'ok' },
    },
    allowPositionals: false,
  });
  const names = values.answers.split(',');
  const unknown = names.filter((name) => !isAnswer(name));
  if (unknown.length > 0) {
    fail(`Unknown: ${unknown.join(', ')}. The possible answers are ${answerNames.join(', ')}.`);
  }
  const turn = names.filter(isAnswer);
  let next = 0;
  const { url } = await startCollector(Number(values.port), {
    choose: () => turn[next++ % turn.length] ?? 'ok',
    heard: ({ answer, events, bytes }) => {
      const types = events.map(({ event_type }) => event_type).join(', ');
      console.log(`${answer.padEnd(14)} ${events.length} events, ${bytes} bytes: ${types}`);
    },
  });
  console.log(
    `Collecting on ${url}, answering ${turn.join(', ')}. GET ${url} lists the received events.`,
  );
}

try {
  await run(process.argv.slice(2));
} catch (thrown) {
  if (!(thrown instanceof BadCall)) throw thrown;
  console.error(thrown.message);
  process.exitCode = 1;
}
