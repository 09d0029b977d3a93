import { expect, it } from 'vitest';
import { createActor, createMachine, emit } from 'xstate';
import type { ProductEvent } from '../../machines/model/product-event.ts';
import type { LogMessage } from '../../machines/ports/log.port.ts';
import { hearProductEvents, logProductEvent } from './hear-product-events.ts';

const viewed = (page: string): ProductEvent => ({ type: 'page.viewed', page });

const late = createMachine({ entry: emit(viewed('late')) });

const root = createMachine({
  entry: emit(viewed('root')),
  initial: 'alone',
  states: {
    alone: { on: { go: 'together' } },
    together: { invoke: { id: 'late', src: late }, on: { go: 'alone' } },
  },
});

it('receives events of every chart, including charts that start late or restart', () => {
  const heard: ProductEvent[] = [];
  const actor = createActor(root, { inspect: hearProductEvents((event) => heard.push(event)) });
  actor.start();
  for (const _ of [1, 2, 3]) actor.send({ type: 'go' });
  expect(heard).toEqual([viewed('root'), viewed('late'), viewed('late')]);
});

it('writes a product event into the operation log', () => {
  const lines: LogMessage[] = [];
  logProductEvent({ writeLog: (line) => lines.push(line) })(viewed('record'));
  expect(lines).toEqual([
    { type: 'log.written', level: 'info', name: 'page.viewed', parameters: { page: 'record' } },
  ]);
});
