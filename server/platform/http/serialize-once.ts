import { serializerCompiler } from 'fastify-type-provider-zod';

type Route = Parameters<typeof serializerCompiler>[0];

/**
 * Returns the answer's `obj` if it is frozen. Several requests may share it, because it never
 * changes.
 */
function sharedPart(answer: unknown): object | null {
  if (typeof answer !== 'object' || answer === null || !('obj' in answer)) return null;
  const { obj } = answer;
  return typeof obj === 'object' && obj !== null && Object.isFrozen(obj) ? obj : null;
}

/**
 * Checks and serialises answers by their schema. A frozen `obj` may be shared by several requests,
 * so its answer is serialised once. The text is dropped together with the object.
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
