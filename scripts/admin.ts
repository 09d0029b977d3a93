import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { fail, obeyCall, readOptions } from '../tools/cli/bad-call.ts';
import { type Answer, askOperator } from '../tools/operator/ask-operator.ts';
import { asCsv, inWords } from '../tools/operator/print-answer.ts';
import { readOperatorConfig } from '../tools/operator/read-config.ts';

const usage = `npm run admin -- orders [--state S] [--since 2026-11-01] [--email X | --owner ID] [--limit 100] [--csv | --json]
npm run admin -- order CODE [--json]
npm run admin -- ledger (--email X | --owner ID) [--csv | --json]
npm run admin -- stuck [--json]
npm run admin -- refund CODE --reason TEXT [--amount N] [--key KEY] [--by NAME] [--yes] [--json]
npm run admin -- grant (--email X | --owner ID) --credits N --reason TEXT --key KEY [--by NAME] [--yes] [--json]
Asks the running server, which needs ADMIN_TOKEN, or the database if no server runs. --amount is in minor units:
399 is 3.99 EUR. A refund or grant with the same key is made once, however often it is sent.
Exit codes: 0 done, 1 refused, 2 the command could not run. Codes of refusals: docs/how-to/operate.md`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  state: text,
  since: text,
  email: text,
  owner: text,
  limit: text,
  amount: text,
  reason: text,
  key: text,
  by: text,
  credits: text,
  csv: flag,
  json: flag,
  yes: flag,
  help: { ...flag, short: 'h' },
} as const;

const takes = {
  orders: ['state', 'since', 'email', 'owner', 'limit'],
  order: [],
  ledger: ['email', 'owner'],
  stuck: [],
  refund: ['amount', 'reason', 'key', 'by'],
  grant: ['email', 'owner', 'credits', 'reason', 'key', 'by'],
} as const satisfies Record<string, (keyof typeof options)[]>;

type Command = keyof typeof takes;
type Values = { [Name in keyof typeof options]?: string | boolean | undefined };

const isCommand = (name: string): name is Command => Object.hasOwn(takes, name);
const isWrite = (command: Command) => command === 'refund' || command === 'grant';

function inputOf(command: Command, values: Values, code: string | undefined) {
  const known: readonly string[] = takes[command];
  const always = ['csv', 'json', 'yes', 'help'];
  for (const [name, value] of Object.entries(values)) {
    const isGiven = value !== undefined && value !== false;
    if (isGiven && !known.includes(name) && !always.includes(name)) {
      fail(`The command ${command} has no option --${name}`);
    }
  }
  const input: Record<string, unknown> = {};
  for (const name of known) {
    const value = values[name as keyof Values];
    if (value !== undefined) input[name] = value;
  }
  const wantsCode = command === 'order' || command === 'refund';
  if (wantsCode !== (code !== undefined)) {
    fail(
      wantsCode
        ? `The command ${command} needs an order code`
        : `The command ${command} takes no argument, but got “${code}”`,
    );
  }
  if (code !== undefined) input.code = code.toUpperCase();
  if (command === 'grant' && !input.key)
    fail(
      'The command grant needs --key, so that a repeated command with the same key grants nothing',
    );
  if (isWrite(command)) {
    if (!input.reason)
      fail(`The command ${command} needs --reason, which is stored with the action`);
    input.by ??= userInfo().username;
    input.key ??= randomUUID();
  }
  return input;
}

async function isConfirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return fail('There is no terminal to ask for confirmation: add --yes');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const said = await lines.question(`${question} Type yes: `);
  lines.close();
  return said.trim() === 'yes';
}

function questionOf(command: Command, input: Record<string, unknown>): string {
  if (command === 'refund')
    return `Refund ${input.amount ?? 'all remaining money'} of the order ${input.code}?`;
  return `Grant ${input.credits} credits to ${input.email ?? input.owner}?`;
}

function print(command: Command, { csv, json }: Values, answer: Answer): boolean {
  if (!answer.ok) {
    const { code, message } = answer;
    console.error(json ? JSON.stringify({ ok: false, code, message }) : `${code}: ${message}`);
    return false;
  }
  const { result } = answer;
  if (csv) process.stdout.write(asCsv(command as 'orders' | 'ledger', result));
  else if (json) console.log(JSON.stringify(result, null, 2));
  else if (command === 'refund' || command === 'grant') {
    console.log(
      Object.entries(result as object)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    );
    if (answer.by === 'database' && command === 'refund') {
      console.log(
        'The refund is saved. A running server sends it to the provider within a minute.',
      );
    }
  } else console.log(inWords(command, result));
  return true;
}

let couldRun = true;
await obeyCall(usage, async (args) => {
  const { values, positionals } = readOptions(args, { options, allowPositionals: true });
  const [command = '', code, ...rest] = positionals;
  if (values.help) {
    console.log(usage);
    return true;
  }
  if (!isCommand(command))
    return fail(command ? `There is no command ${command}.` : 'Expected a command.');
  if (rest.length > 0) fail(`The command ${command} does not take the argument “${rest[0]}”`);
  if (values.csv && command !== 'orders' && command !== 'ledger')
    fail(`The command ${command} has no option --csv`);
  const input = inputOf(command, values, code);
  const config = readOperatorConfig();
  if (isWrite(command)) {
    if (!values.yes && !(await isConfirmed(questionOf(command, input)))) return false;
    console.error(`key ${input.key}`);
  }
  const answer = await askOperator(config, command, input);
  couldRun = answer.ok || answer.couldRun;
  return print(command, values, answer);
});
if (!couldRun) process.exitCode = 2;
