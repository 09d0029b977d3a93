import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const s3 = {
  STORAGE: 's3',
  STORAGE_SECRET: 'x'.repeat(32),
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('files are on the disk unless a bucket is configured', () => {
  expect(readConfig({}).s3).toBeNull();
  expect(readConfig({ ...s3, STORAGE: 'disk' }).s3).toBeNull();
});

test("a bucket without an endpoint is Amazon's", () => {
  const { endpoint, publicEndpoint } = readConfig({ ...s3, S3_REGION: 'eu-west-1' }).s3 ?? {};
  expect(endpoint).toBe('https://s3.eu-west-1.amazonaws.com');
  expect(publicEndpoint).toBe(endpoint);
});

test('browsers may reach the store at another address', () => {
  const env = { ...s3, S3_ENDPOINT: 'http://store:9000/', S3_PUBLIC_ENDPOINT: 'https://a.example' };
  expect(readConfig(env).s3).toMatchObject({
    endpoint: 'http://store:9000',
    publicEndpoint: 'https://a.example',
  });
});

test('names all settings that a bucket lacks', () => {
  expect(problemsOf({ STORAGE: 's3' }).map((problem) => problem.split(':')[0])).toEqual([
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'STORAGE_SECRET',
  ]);
});

test.each([
  ['S3_BUCKET', 'Photos/all'],
  ['S3_ENDPOINT', 'ftp://store'],
  ['S3_REGION', 'Europe West'],
  ['S3_FORCE_PATH_STYLE', 'yes'],
])('refuses %s=%s', (name, value) => {
  expect(problemsOf({ ...s3, [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name}: `)),
  ]);
});
