import { serializerCompiler } from 'fastify-type-provider-zod';

type Route = Parameters<typeof serializerCompiler>[0];

/** The object that an answer carries, if it may be asked for again: a frozen one never changes. */
function sharedPart(answer: unknown): object | null {
  if (typeof answer !== 'object' || answer === null || !('obj' in answer)) return null;
  const { obj } = answer;
  return typeof obj === 'object' && obj !== null && Object.isFrozen(obj) ? obj : null;
}

/**
 * Checks and writes answers by their schemas; one whose `obj` is frozen only once, which is what
 * several requests get that share a value. What was written is forgotten with the object.
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
