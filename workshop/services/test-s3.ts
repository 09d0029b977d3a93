import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { fail, obeyCall, readOptions } from '../../tools/cli/bad-call.ts';
import { prepareTests, runVitest } from '../../tools/testing/run-tests.ts';
import { type Gateway, installGateway, isInstalled, startGateway } from './s3/object-gateway.ts';

const usage = `npm run test:s3 -- [--install]
Runs the tests of the storage in a bucket (*.s3.test.ts) against the object gateway of Ceph, which verifies
signatures. --install installs it from Debian's packages first (root, 300 MB).
With S3_ENDPOINT and the other settings of a bucket in the environment, it runs them against that bucket.
The tests write to the bucket and remove what they wrote.`;

const bucket = 'lightwell-test';

/** Creates the bucket and its CORS rule, as docs/how-to/store-files-in-s3.md describes them. */
async function makeBucket({ endpoint, ...credentials }: Gateway): Promise<void> {
  const region = 'us-east-1';
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const rule = {
    AllowedOrigins: ['http://pages.example'],
    AllowedMethods: ['GET', 'HEAD', 'POST'],
    AllowedHeaders: ['*'],
  };
  const rules = { CORSRules: [rule] };
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: rules }));
}

async function startOwn(): Promise<Gateway> {
  if (!isInstalled()) fail('The object gateway is not installed. Run the command with --install.');
  const gateway = await startGateway();
  await makeBucket(gateway);
  Object.assign(process.env, {
    S3_ENDPOINT: gateway.endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: gateway.accessKeyId,
    S3_SECRET_ACCESS_KEY: gateway.secretAccessKey,
    S3_FORCE_PATH_STYLE: '1',
  });
  return gateway;
}

await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, {
    options: { install: { type: 'boolean', default: false } },
    allowPositionals: false,
  });
  if (values.install && !isInstalled()) installGateway();
  const gateway = process.env.S3_ENDPOINT ? null : await startOwn();
  try {
    prepareTests();
    return (await runVitest('s3', ['--project=deep-s3'])).ok;
  } finally {
    await gateway?.stop();
  }
});
process.exit();
