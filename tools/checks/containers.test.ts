import { describe, expect, test } from 'vitest';
import { composeProblems, proxyProblems } from './compose-rules.ts';
import { dockerfileProblems, isPinned } from './dockerfile-rules.ts';

test.each([
  ['postgres:18.6-trixie', true],
  ['example.org:5000/caddy:2.11.4', true],
  [`node@sha256:${'a'.repeat(64)}`, true],
  ['postgres:18', false],
  ['caddy:latest', false],
  ['caddy', false],
  ['example.org:5000/caddy', false],
])('the image %s is pinned: %s', (image, expected) => {
  expect(isPinned(image)).toBe(expected);
});

describe('a Dockerfile', () => {
  const sound = `FROM node:24.1.0-slim AS base
    WORKDIR /app
    FROM base AS build
    COPY . .
    RUN npm ci
    FROM base
    COPY --from=build /app/dist dist
    COPY server contract /app/
    USER node
    HEALTHCHECK CMD ["node", "-e", "1"]
    CMD ["node", "server/main.ts"]`;
  const repository = {
    nodeVersion: '24.1.0',
    needed: ['server/main.ts', 'contract/calls.ts'],
    exists: (path: string) => ['.', 'server', 'contract'].includes(path),
  };
  const problemsOf = (text: string) => dockerfileProblems(text, repository);

  test('that is sound has no problems', () => {
    expect(problemsOf(sound)).toEqual([]);
  });

  test.each([
    ['FROM base AS build', 'FORM base AS build', 'line 3: Unknown instruction: FORM'],
    ['24.1.0-slim', '24-slim', 'node:24-slim is not pinned to a version'],
    ['24.1.0', '24.2.0', 'node:24.2.0-slim differs from Node 24.1.0 in package.json'],
    ['server contract', 'server contracts', 'contracts is copied, but does not exist'],
    [
      'server contract',
      'server',
      'the server needs contract/calls.ts, which the image does not contain',
    ],
    ['USER node', '', 'the image runs as root: add USER'],
    ['USER node', 'USER root', 'the image runs as root: add USER'],
    ['HEALTHCHECK CMD ["node", "-e", "1"]', '', 'the image has no HEALTHCHECK'],
    [
      'CMD ["node", "server/main.ts"]',
      'CMD node server/main.ts',
      'a stop signal does not reach node: write CMD ["node", …]',
    ],
  ])('with %s changed to %j is refused', (part, changed, problem) => {
    expect(problemsOf(sound.replace(part, changed))).toContain(problem);
  });
});

describe('compose.yaml', () => {
  const sound = `
x-limits: &limits { resources: { limits: { cpus: '1', memory: 1g } } }
services:
  web:
    build: .
    read_only: true
    environment: { PORT: 1, PUBLIC_URL: '\${PUBLIC_URL:?}' }
    volumes: [data:/data]
    depends_on: { db: {} }
    deploy: *limits
  db:
    image: postgres:18.6
    environment: { POSTGRES_PASSWORD: '\${POSTGRES_PASSWORD}' }
    volumes: ['./db.conf:/db.conf:ro']
    healthcheck: { test: [CMD, pg_isready] }
    deploy: *limits
volumes:
  data: {}`;
  const surroundings = {
    settings: ['PORT', 'PUBLIC_URL'],
    exists: (path: string) => path === './db.conf',
  };
  const problemsOf = (text: string) => composeProblems(text, surroundings);

  test('that is sound has no problems', () => {
    expect(problemsOf(sound)).toEqual([]);
  });

  test.each([
    [
      'postgres:18.6',
      'postgres:latest',
      'db: the image postgres:latest is not pinned to a version',
    ],
    ['healthcheck:', 'x-healthcheck:', 'db: there is no healthcheck'],
    ['read_only: true', 'tty: true', 'web: the file system is not read_only'],
    ['PORT: 1', 'POTR: 1', 'web: POTR is not a setting of .env.example'],
    [
      `'\${PUBLIC_URL:?}'`,
      `'\${PUBLIC_ADDRESS}'`,
      `\${PUBLIC_ADDRESS} is not a setting of .env.example`,
    ],
    ['data:/data', 'date:/data', 'web: date is mounted, but does not exist'],
    ['./db.conf:', './db.cnf:', 'db: ./db.cnf is mounted, but does not exist'],
    ['{ db: {} }', '{ store: {} }', 'web: depends on store, which is not a service'],
    ['    deploy: *limits\n', '', 'web: there are no limits of cpus and memory'],
    [
      'memory: 1g } }',
      '} }',
      'services.web.deploy.resources.limits.memory: Invalid input: expected string, received undefined',
    ],
  ])('with %j changed to %j is refused', (part, changed, problem) => {
    expect(problemsOf(sound.replace(part, changed))).toContain(problem);
  });

  test('that cannot be parsed is refused', () => {
    expect(problemsOf('services: [')).toEqual([expect.stringMatching(/at line 1/)]);
  });

  test('names every service that the proxy sends requests to', () => {
    const caddyfile = 'a {\n\treverse_proxy web:8787 web2:8787 {\n\t}\n\treverse_proxy db:1\n}';
    expect(proxyProblems(caddyfile, sound)).toEqual(['web2 is not a service']);
  });
});
