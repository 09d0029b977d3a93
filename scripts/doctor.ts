import type { Diagnosis } from '../server/operator/doctor.ts';
import { fail, obeyCall, readOptions, wholeNumber } from '../tools/cli/bad-call.ts';
import { askOperator } from '../tools/operator/ask-operator.ts';
import { inWords } from '../tools/operator/print-answer.ts';
import { readOperatorConfig } from '../tools/operator/read-config.ts';

const usage = `npm run doctor -- [--ask 500] [--json] [--fix no]
Checks whether ledger, orders, tasks, plans and providers agree, and says what to do about each difference. It only
reads. --ask limits the number of payments that it looks up at their providers.
Exit codes: 0 all agree, 1 there are differences, 2 the command could not run. Codes: docs/how-to/operate.md`;

let couldRun = true;
await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, {
    options: {
      ask: { type: 'string', default: '500' },
      fix: { type: 'string', default: 'no' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false, short: 'h' },
    },
    allowPositionals: false,
  });
  if (values.help) {
    console.log(usage);
    return true;
  }
  if (values.fix !== 'no') fail('The doctor only reports faults. The only value of --fix is “no”.');
  const ask = wholeNumber('ask', values.ask);
  const answer = await askOperator(readOperatorConfig(), 'doctor', { ask });
  if (!answer.ok) {
    couldRun = false;
    const { code, message } = answer;
    console.error(
      values.json ? JSON.stringify({ ok: false, code, message }) : `${code}: ${message}`,
    );
    return false;
  }
  const { result } = answer;
  console.log(values.json ? JSON.stringify(result, null, 2) : inWords('doctor', result));
  return (result as Diagnosis).findings.length === 0;
});
if (!couldRun) process.exitCode = 2;
