import { afterEach, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { createMemoryPorts, createMemoryWorld } from '../../src/adapters/memory/memory-ports.ts';
import type { MemoryWorld } from '../../src/adapters/memory/memory-world.ts';
import { appMachine } from '../app/app.machine.ts';
import { withPorts } from '../port-actors.ts';
import { settle } from '../testing/test-system.ts';

let stop = () => {};
afterEach(() => stop());
