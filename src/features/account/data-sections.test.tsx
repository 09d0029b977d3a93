// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { accountMachine } from '../../../machines/account/account.machine.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { CopySection } from './data-sections.tsx';

/* Tests when the section for the copy of all data is folded. */

const { context } = createActor(accountMachine, {
  input: { visitor: 'user-1', isCopyOver: true },
}).getSnapshot();

it.each([
  ['still', false],
  ['over', true],
  ['failed', true],
] as const)('shows the section of the copy in the state %s: %s (R76)', async (copy, isOpen) => {
  await renderAtRest(<CopySection />, {
    account: accountMachine.resolveState({
      value: {
        shown: {
          preferences: 'still',
          sessions: 'listed',
          copy,
          clock: 'counted',
          credits: 'listed',
          creditsFile: 'still',
          renewal: 'current',
        },
      },
      context,
    }),
  });
  const section = screen.getByRole('region', { name: 'Download everything' });
  expect(section.querySelector('details')?.open).toBe(isOpen);
});
