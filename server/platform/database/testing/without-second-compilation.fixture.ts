import { setFlagsFromString } from 'node:v8';

/**
 * V8 compiles WebAssembly quickly first, then again with optimisations. An embedded test database ends
 * before the second compilation pays off.
 */
export const withoutSecondCompilation = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

for (const flag of withoutSecondCompilation) setFlagsFromString(flag);
