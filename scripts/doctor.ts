import type { Diagnosis } from '../server/domain/operator/doctor.ts';
import { fail, obeyCall, readOptions, wholeNumber } from '../tools/cli/bad-call.ts';
import { askOperator } from '../tools/operator/ask-operator.ts';
import { inWords } from '../tools/operator/print-answer.ts';
import { readOperatorConfig } from '../tools/operator/read-config.ts';

const usage = `npm run doctor -- [--ask 500] [--json] [--fix no]
Whether ledger, orders, tasks, plans and providers agree, and what to do about what does not. It reads and changes
nothing; at most so many payments are asked about at their providers as --ask says.
Exit codes: 0 all agree, 1 something does not, 2 it could not run. Codes: docs/how-to/operate.md`;

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
  if (values.fix !== 'no') fail('the doctor mends nothing: --fix takes no');
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
