import { describe, expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { DialogRequest, DialogRequester } from '../model/dialog.ts';
import { dialogsMachine } from './dialogs.machine.ts';
import { selectDialog } from './dialogs.selectors.ts';

const signIn: DialogRequest = { id: 'signIn', requester: null, content: { kind: 'signIn' } };

const question = (id: string, requester: DialogRequester | null = null): DialogRequest => ({
  id,
  requester,
  content: {
    kind: 'messageBox',
    mode: 'confirm',
    title: { id: `${id}.title` },
    message: { id: `${id}.message` },
  },
});

const start = () => {
  const heard: unknown[] = [];
  const root = createActor(
    createMachine({
      invoke: [
        { src: dialogsMachine, id: 'dialogs', systemId: 'dialogs' },
        {
          src: createMachine({ on: { '*': { actions: ({ event }) => heard.push(event) } } }),
          systemId: 'records',
        },
      ],
    }),
  ).start();
  const actor = root.system.get('dialogs');
  const open = (...dialogs: DialogRequest[]) => {
    for (const dialog of dialogs) actor.send({ type: 'dialog.opened', dialog });
  };
  const openId = () => selectDialog(actor.getSnapshot())?.id ?? null;
  return { actor, open, openId, heard };
};

describe('dialogs (R15)', () => {
  it.each([
    'signIn',
    'emailSignIn',
    'payment',
    'package',
    'orderCompleteCheck',
    'order',
    'creditsNotEnough',
    'dayOrderCompleteCheck',
  ] as const)('opens and closes the %s dialog', (kind) => {
    const { actor, open } = start();
    open({ id: kind, requester: null, content: { kind } });
    expect(selectDialog(actor.getSnapshot())?.content).toEqual({ kind });
    actor.send({ type: 'dialog.cancelled' });
    expect(selectDialog(actor.getSnapshot())).toBeNull();
  });

  it('carries the mode, title and message of a message box', () => {
    const { actor, open } = start();
    open(question('delete'));
    expect(selectDialog(actor.getSnapshot())?.content).toEqual({
      kind: 'messageBox',
      mode: 'confirm',
      title: { id: 'delete.title' },
      message: { id: 'delete.message' },
    });
  });

  it('shows one dialog and keeps the others waiting', () => {
    const { actor, open, openId } = start();
    open(question('first'), question('second'));
    expect(openId()).toBe('first');
    actor.send({ type: 'dialog.cancelled' });
    expect(openId()).toBe('second');
    actor.send({ type: 'dialog.confirmed' });
    expect(openId()).toBeNull();
  });

  it('ignores a dialog that is open or waits already', () => {
    const { actor, open, openId } = start();
    open(question('first'), signIn, signIn, question('first'));
    actor.send({ type: 'dialog.cancelled' });
    expect(openId()).toBe('signIn');
    actor.send({ type: 'dialog.cancelled' });
    expect(openId()).toBeNull();
  });

  it.each(['confirmed', 'cancelled'] as const)('tells the requester that it was %s', (answer) => {
    const { actor, open, heard } = start();
    open(question('delete', 'records'));
    actor.send({ type: `dialog.${answer}` });
    expect(heard).toEqual([{ type: 'dialog.answered', id: 'delete', answer }]);
  });

  it('answers nobody when nobody asked', () => {
    const { actor, open, openId, heard } = start();
    open(signIn);
    actor.send({ type: 'dialog.confirmed' });
    expect([openId(), heard]).toEqual([null, []]);
  });

  it('closes without an answer when the requester has left', () => {
    const { actor, open, openId, heard } = start();
    open(question('delete', 'records'), question('again', 'records'), signIn);
    actor.send({ type: 'dialog.withdrawn', requester: 'records' });
    expect([openId(), heard]).toEqual(['signIn', []]);
  });

  it('drops a waiting dialog whose requester has left', () => {
    const { actor, open, openId } = start();
    open(signIn, question('delete', 'records'));
    actor.send({ type: 'dialog.withdrawn', requester: 'records' });
    expect(openId()).toBe('signIn');
    actor.send({ type: 'dialog.cancelled' });
    expect(openId()).toBeNull();
  });
});
