import { setFlagsFromString } from 'node:v8';

/**
 * V8 options for embedded test databases. V8 compiles WebAssembly quickly at first, and later again
 * with optimisations. Tests end too early to benefit from the second compilation.
 */
export const withoutSecondCompilation = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

for (const flag of withoutSecondCompilation) setFlagsFromString(flag);
