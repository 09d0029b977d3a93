import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine, sendTo } from 'xstate';
import { messageBoxMachine } from '../../message-box/message-box.machine.ts';
import { withPorts } from '../../port-actors.ts';
import type { AppPorts } from '../../ports/app-ports.ts';
import type { NavigationPort } from '../../ports/navigation.port.ts';
import { PortError } from '../../ports/port-failure.ts';
import { deferred, settle, startAmongOthers } from '../../testing/test-system.ts';
import { dialogsMachine } from '../dialogs.machine.ts';
import { selectDialog } from '../dialogs.selectors.ts';
import type { DialogRequest, DialogRequester } from '../dialogs.types.ts';

const question = (id: string, requester: DialogRequester | null = null): DialogRequest => ({
  id,
  name: 'question',
  requester,
  kind: 'messageBox',
  input: { mode: 'confirm', title: { id: `${id}.title` }, message: { id: `${id}.message` } },
});

const crashing = createMachine({
  id: 'messageBox',
  on: {
    'dialog.confirmed': {
      actions: () => {
        throw new Error('a fault');
      },
    },
  },
});

const start = (loadDialog: () => Promise<AnyStateMachine> = async () => messageBoxMachine) => {
  const emitted: unknown[] = [];
  const watches = new Set<() => void>();
  const watchBack: NavigationPort['watchBack'] = (_, emit) => {
    const tell = () => emit({ type: 'back.pressed' });
    watches.add(tell);
    return () => watches.delete(tell);
  };
  const ports = { dialog: { loadDialog }, navigation: { watchBack } } as unknown as AppPorts;
  const { root, told } = startAmongOthers('dialogs', withPorts(dialogsMachine, ports));
  const { system } = root;
  const actor = system.get('dialogs');
  actor.on('*', (event: unknown) => emitted.push(event));
  const ask = async (...dialogs: DialogRequest[]) => {
    for (const dialog of dialogs) actor.send({ type: 'dialog.requested', dialog });
    await settle();
  };
  const answer = async (type: 'dialog.confirmed' | 'dialog.cancelled') => {
    system.get('messageBox').send({ type });
    await settle();
  };
  const open = () => selectDialog(actor.getSnapshot())?.id ?? null;
  const goBack = async () => {
    for (const tell of watches) tell();
    await settle();
  };
  return { actor, answer, ask, emitted, goBack, open, system, told, watches };
};

const answered = (id: string, answer: string) => ({ type: 'dialog.answered', id, answer });

describe('dialogs', () => {
  it("starts the chart of a dialog with the request's input (R15)", async () => {
    const { ask, open, system } = start();
    await ask(question('delete'));
    expect(open()).toBe('delete');
    expect(system.get('messageBox').getSnapshot().context).toEqual(question('delete').input);
  });

  it('shows one dialog and queues the others (R15)', async () => {
    const { answer, ask, open, system } = start();
    await ask(question('first'), question('second'));
    expect(open()).toBe('first');
    await answer('dialog.cancelled');
    expect(open()).toBe('second');
    await answer('dialog.confirmed');
    expect(open()).toBeNull();
    expect(system.get('messageBox')).toBeUndefined();
  });

  it('ignores a dialog that is already open or queued', async () => {
    const { answer, ask, open } = start();
    await ask(question('first'), question('second'), question('second'), question('first'));
    await answer('dialog.cancelled');
    expect(open()).toBe('second');
    await answer('dialog.cancelled');
    expect(open()).toBeNull();
  });

  it.each(['confirmed', 'cancelled'] as const)(
    'sends its answer and id to the requester when it was %s',
    async (word) => {
      const { answer, ask, emitted, told } = start();
      await ask(question('delete', 'records'));
      await answer(`dialog.${word}`);
      expect(told('records')).toEqual([answered('delete', word)]);
      expect(emitted).toEqual([
        { type: 'dialog.opened', dialog: 'question' },
        { type: 'dialog.answered', dialog: 'question', answer: word },
      ]);
    },
  );

  it('does not log the data of an answer', async () => {
    const mail = createMachine({
      id: 'messageBox',
      initial: 'asking',
      output: { mail: 'someone@example.com' },
      states: { asking: { on: { 'dialog.confirmed': 'done' } }, done: { type: 'final' } },
    });
    const { answer, ask, emitted, told } = start(async () => mail);
    await ask(question('mail', 'records'));
    await answer('dialog.confirmed');
    expect(told('records')).toEqual([
      { ...answered('mail', ''), answer: { mail: 'someone@example.com' } },
    ]);
    expect(emitted).toContainEqual({
      type: 'dialog.answered',
      dialog: 'question',
      answer: 'given',
    });
  });

  it('sends no answer without a requester', async () => {
    const { answer, ask, open, told } = start();
    await ask(question('signIn'));
    await answer('dialog.confirmed');
    expect([open(), told('records'), told('result'), told('app')]).toEqual([null, [], [], []]);
  });
});

describe('back', () => {
  it('cancels the open dialog, and the next one opens', async () => {
    const { ask, emitted, goBack, open, system, told, watches } = start();
    await ask(question('delete', 'records'), question('next'));
    await goBack();
    expect([open(), told('records')]).toEqual(['next', [answered('delete', 'cancelled')]]);
    expect(emitted).toContainEqual({
      type: 'dialog.answered',
      dialog: 'question',
      answer: 'cancelled',
    });
    await goBack();
    expect([open(), system.get('messageBox'), watches.size]).toEqual([null, undefined, 0]);
  });

  it('is watched while a dialog is open, not while it is loading', async () => {
    const late = deferred<AnyStateMachine>();
    const { answer, ask, watches } = start(() => late.promise);
    await ask(question('delete'));
    expect(watches.size).toBe(0);
    late.resolve(messageBoxMachine);
    await settle();
    expect(watches.size).toBe(1);
    await answer('dialog.confirmed');
    expect(watches.size).toBe(0);
  });
});

describe('a requester that stops', () => {
  it('closes its dialogs, without an answer', async () => {
    const { actor, ask, open, told } = start();
    await ask(question('one', 'records'), question('two', 'records'), question('signIn'));
    actor.send({ type: 'dialog.withdrawn', requester: 'records' });
    await settle();
    expect([open(), told('records')]).toEqual(['signIn', []]);
  });

  it('removes its queued dialogs', async () => {
    const { actor, answer, ask, open } = start();
    await ask(question('signIn'), question('delete', 'records'));
    actor.send({ type: 'dialog.withdrawn', requester: 'records' });
    expect(open()).toBe('signIn');
    await answer('dialog.cancelled');
    expect(open()).toBeNull();
  });

  it('removes its loading dialog', async () => {
    const late = deferred<AnyStateMachine>();
    const { actor, ask, open, system, told } = start(() => late.promise);
    await ask(question('delete', 'records'));
    actor.send({ type: 'dialog.withdrawn', requester: 'records' });
    late.resolve(messageBoxMachine);
    await settle();
    expect([open(), told('records'), system.get('messageBox')]).toEqual([null, [], undefined]);
  });
});

describe('a dialog that fails', () => {
  const complaint = (failure: unknown) => ({
    type: 'call.rejected',
    failure,
    fallback: 'toast.dialogFailed',
  });

  it('counts as cancelled when it cannot be loaded, and can be requested again', async () => {
    let isOffline = true;
    const { ask, open, told } = start(async () => {
      if (isOffline) throw new PortError({ reason: 'offline' });
      return messageBoxMachine;
    });
    await ask(question('delete', 'records'));
    expect([open(), told('records')]).toEqual([null, [answered('delete', 'cancelled')]]);
    expect(told('app')).toEqual([complaint({ reason: 'offline' })]);
    isOffline = false;
    await ask(question('delete', 'records'));
    expect(open()).toBe('delete');
  });

  it('counts as cancelled when its chart crashes, and the next one opens', async () => {
    let chart: AnyStateMachine = crashing;
    const { answer, ask, open, told } = start(async () => chart);
    await ask(question('delete', 'records'), question('next'));
    chart = messageBoxMachine;
    await answer('dialog.confirmed');
    expect([open(), told('records')]).toEqual(['next', [answered('delete', 'cancelled')]]);
    expect(told('app')).toEqual([complaint({ reason: 'unexpected', msg: 'a fault' })]);
  });

  it('counts as cancelled when it cannot be shown', async () => {
    const { actor, ask, open, system, told } = start();
    await ask(question('delete', 'records'));
    actor.send({ type: 'dialog.failed', id: 'delete', failure: { reason: 'unexpected' } });
    await settle();
    expect([open(), told('records')]).toEqual([null, [answered('delete', 'cancelled')]]);
    expect(told('app')).toEqual([complaint({ reason: 'unexpected' })]);
    expect(system.get('messageBox')).toBeUndefined();
  });

  it('is not confused with the next dialog', async () => {
    const { actor, ask, open } = start();
    await ask(question('second'));
    actor.send({ type: 'dialog.failed', id: 'first', failure: { reason: 'unexpected' } });
    expect(open()).toBe('second');
  });
});

it('lets a dialog send events to other charts', async () => {
  const asking = createMachine({
    id: 'messageBox',
    on: {
      'dialog.confirmed': {
        actions: sendTo(({ system }) => system.get('session'), { type: 'session.cleared' }),
      },
    },
  });
  const { answer, ask, told } = start(async () => asking);
  await ask(question('signOut'));
  await answer('dialog.confirmed');
  expect(told('session')).toEqual([{ type: 'session.cleared' }]);
});
