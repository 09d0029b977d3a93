import { serializerCompiler } from 'fastify-type-provider-zod';

type Route = Parameters<typeof serializerCompiler>[0];

/** The answer's object if it can be shared by requests: a frozen one never changes. */
function sharedPart(answer: unknown): object | null {
  if (typeof answer !== 'object' || answer === null || !('obj' in answer)) return null;
  const { obj } = answer;
  return typeof obj === 'object' && obj !== null && Object.isFrozen(obj) ? obj : null;
}

/**
 * Checks and serialises answers by their schemas. An answer with a frozen `obj`, shared by several
 * requests, is serialised once; the text is dropped together with the object.
 */
export const serializeOnce = (route: Route) => {
  const serialize = serializerCompiler(route);
  const written = new WeakMap<object, string>();
  return (answer: unknown) => {
    const shared = sharedPart(answer);
    const known = shared && written.get(shared);
    if (known) return known;
    const text = serialize(answer);
    if (shared) written.set(shared, text);
    return text;
  };
};
