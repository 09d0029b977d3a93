import { parseDocument } from 'yaml';
import { z } from 'zod';
import { isPinned } from './dockerfile-rules.ts';

const named = z.record(z.string(), z.unknown()).default({});

/** The parts of a service that the rules read. */
const service = z.object({
  image: z.string().optional(),
  build: z.unknown().optional(),
  read_only: z.boolean().default(false),
  environment: named,
  volumes: z.array(z.string()).default([]),
  depends_on: named,
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  deploy: z
    .object({ resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string() }) }) })
    .optional(),
});
type Service = z.output<typeof service>;

const file = z.object({
  services: z.record(z.string(), service),
  volumes: named,
});

/** Facts about the repository that compose.yaml must agree with. */
export type Surroundings = {
  /** names in .env.example */
  settings: readonly string[];
  exists(path: string): boolean;
};

/** Names that only compose.yaml reads from `.env`. */
const ownNames = ['POSTGRES_PASSWORD'];

const isOurs = ({ build }: Service) => build !== undefined;

function serviceProblems(one: Service, { settings }: Surroundings): string[] {
  const { image = '', environment, healthcheck, deploy } = one;
  return [
    ...(isOurs(one) || isPinned(image) ? [] : [`the image ${image} is not pinned to a version`]),
    // the Dockerfile contains the health check of our image
    ...(isOurs(one) || healthcheck ? [] : ['there is no healthcheck']),
    ...(deploy ? [] : ['there are no limits of cpus and memory']),
    ...(isOurs(one) && !one.read_only ? ['the file system is not read_only'] : []),
    ...Object.keys(isOurs(one) ? environment : {})
      .filter((name) => !settings.includes(name))
      .map((name) => `${name} is not a setting of .env.example`),
  ];
}

/** Returns the problems of volumes and files that a service mounts. */
const mountProblems = ({ volumes }: Service, known: readonly string[], { exists }: Surroundings) =>
  volumes
    .map((mount) => mount.split(':')[0] ?? '')
    .filter((source) => (source.startsWith('.') ? !exists(source) : !known.includes(source)))
    .map((source) => `${source} is mounted, but does not exist`);

/** Returns the problems of compose.yaml, one per line. */
export function composeProblems(text: string, surroundings: Surroundings): string[] {
  const document = parseDocument(text, { merge: true });
  if (document.errors.length > 0) return document.errors.map(({ message }) => message);
  const parsed = file.safeParse(document.toJS());
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }
  const { services, volumes } = parsed.data;
  const problems = Object.entries(services).flatMap(([name, one]) =>
    [
      ...serviceProblems(one, surroundings),
      ...mountProblems(one, Object.keys(volumes), surroundings),
      ...Object.keys(one.depends_on)
        .filter((other) => !services[other])
        .map((other) => `depends on ${other}, which is not a service`),
    ].map((problem) => `${name}: ${problem}`),
  );
  const read = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  const unknown = read.filter((name) => ![...surroundings.settings, ...ownNames].includes(name));
  return [
    ...problems,
    ...new Set(unknown.map((name) => `\${${name}} is not a setting of .env.example`)),
  ];
}

/** Returns the targets in a Caddyfile that are not services, one per line. */
export function proxyProblems(caddyfile: string, compose: string): string[] {
  const { services } = file.parse(parseDocument(compose, { merge: true }).toJS());
  const lines = caddyfile.matchAll(/^\s*reverse_proxy ([^{\n]+)/gm);
  const hosts = [...lines].flatMap(([, targets = '']) =>
    targets
      .trim()
      .split(/\s+/)
      .map((target) => target.split(':')[0] ?? ''),
  );
  return hosts.filter((host) => !services[host]).map((host) => `${host} is not a service`);
}
