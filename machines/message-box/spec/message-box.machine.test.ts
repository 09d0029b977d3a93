import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { MessageBoxInput } from '../../model/dialog.ts';
import { messageBoxMachine } from '../message-box.machine.ts';
import { selectMessageBox } from '../message-box.selectors.ts';

const question: MessageBoxInput = {
  mode: 'confirm',
  title: { id: 'delete.title' },
  message: { id: 'delete.message' },
};

const open = () => createActor(messageBoxMachine, { input: question }).start();

it('carries the mode, title and message of a message box (R15)', () => {
  expect(selectMessageBox(open().getSnapshot())).toEqual(question);
});

it.each(['confirmed', 'cancelled'] as const)('ends with the answer %s', (answer) => {
  const box = open();
  box.send({ type: `dialog.${answer}` });
  expect(box.getSnapshot()).toMatchObject({ status: 'done', output: answer });
});
