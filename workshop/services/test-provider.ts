import { fail, obeyCall, readOptions } from '../../tools/cli/bad-call.ts';
import { startProduct } from '../bench/load/product.ts';
import { installEmulator, isInstalled, startEmulator } from './provider/auth-emulator.ts';
import { project, trials } from './provider/try-provider.ts';

const usage = `npm run provider -w workshop/services -- [--install] [--json]
Signs in through the real Auth emulator of Firebase: the browser's adapter and the provider's own code
against the running product. --install fetches firebase-tools from npm into .cache first (266 MB).`;

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, {
    options: {
      install: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: false,
  });
  if (values.install && !isInstalled()) installEmulator();
  if (!isInstalled()) fail('The Auth emulator is not installed. Run the command with --install.');
  const emulator = await startEmulator(project);
  const failed: string[] = [];
  try {
    const product = await startProduct(
      {
        RUN_ENV: 'development',
        SMTP_URL: '',
        FIREBASE_PROJECT_ID: project,
        FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      },
      '{}',
    );
    for (const [says, run] of Object.entries(trials)) {
      await run({ product: product.url, emulator: emulator.host }).then(
        () => console.log(`passed: ${says}`),
        (error: unknown) => {
          failed.push(says);
          console.log(`FAILED: ${says}: ${sentenceOf(error)}`);
        },
      );
    }
    await product.stop();
  } finally {
    await emulator.stop();
  }
  const figures = { trials: Object.keys(trials).length, failed: failed.length };
  const met = failed.length === 0;
  if (values.json) console.log(JSON.stringify({ name: 'provider', figures, met }));
  return met;
});
