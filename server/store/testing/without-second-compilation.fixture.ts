import { setFlagsFromString } from 'node:v8';

/**
 * V8 compiles WebAssembly quickly first, and a second time for speed. An embedded database of a test ends
 * before the second time has paid off.
 */
export const withoutSecondCompilation = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

for (const flag of withoutSecondCompilation) setFlagsFromString(flag);
