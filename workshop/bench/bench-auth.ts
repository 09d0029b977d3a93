import { parseArgs } from 'node:util';
import { startSmtpServer } from '../../server/mail/smtp-server.fixture.ts';
import { measureAuth, type Timing } from './load/measure-auth.ts';
import { startProduct } from './load/product.ts';

/*
 * npm run auth -w workshop/bench [-- --json] [--accounts n]
 * Measures sign-ins per second by code and by password on the product as `npm start` runs it, with
 * a mail server on this machine. Also measures the difference in answer times between known and
 * unknown email addresses.
 */
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    accounts: { type: 'string', default: '200' },
  },
});
const accounts = Math.max(10, Number(options.accounts));

const targets = {
  codeTimingDifferencePercent: 5,
  passwordTimingDifferencePercent: 5,
  resetTimingDifferencePercent: 5,
};

/** Limits that are raised, because all sign-ins come from one subnet. */
const raised = {
  SIGN_INS_PER_MINUTE: '1000000',
  CODES_PER_SUBNET: '1000000',
  CODES_PER_SUBNET_AND_ADDRESS: '1000000',
  CODES_PER_ADDRESS: '1000000',
};

const smtp = await startSmtpServer();
const product = await startProduct({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'hello@example.com',
  ...raised,
});
const measured = await measureAuth(product.url, smtp.arrived, accounts).finally(async () => {
  await product.stop();
  await smtp.stop();
});

const figures = {
  signInsPerSecond: measured.signInsPerSecond,
  passwordSignInsPerSecond: measured.passwordSignInsPerSecond,
  codeTimingDifferencePercent: measured.code.differencePercent,
  passwordTimingDifferencePercent: measured.password.differencePercent,
  resetTimingDifferencePercent: measured.reset.differencePercent,
};
const met =
  figures.codeTimingDifferencePercent <= targets.codeTimingDifferencePercent &&
  figures.passwordTimingDifferencePercent <= targets.passwordTimingDifferencePercent &&
  figures.resetTimingDifferencePercent <= targets.resetTimingDifferencePercent;

console.log(`${accounts} accounts, four sign-ins at a time:`);
console.log(`  by code      ${figures.signInsPerSecond} a second`);
console.log(`  by password  ${figures.passwordSignInsPerSecond} a second`);
console.log('\nMedian time of calls of two kinds in turn, in milliseconds:');
const row = (name: string, values: (number | string)[]) =>
  console.log(`${name.padEnd(11)}${values.map((value) => String(value).padStart(13)).join('')}`);
const timingRow = (name: string, timing: Timing) =>
  row(name, [
    timing.calls,
    timing.knownMilliseconds,
    timing.unknownMilliseconds,
    `${timing.differencePercent} %`,
  ]);
row('call', ['calls', 'known', 'unknown', 'difference']);
timingRow('code', measured.code);
timingRow('password', measured.password);
timingRow('reset', measured.reset);
console.log(`\nLimits raised: ${Object.keys(raised).join(', ')}`);
console.log(met ? 'All targets met.' : 'A target was missed.');
if (options.json) {
  const { code, password, reset } = measured;
  const timings = { code, password, reset };
  console.log(
    JSON.stringify({ name: 'auth', figures, ratios: {}, targets, met, timings, accounts, raised }),
  );
}
