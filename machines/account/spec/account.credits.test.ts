import { expect, it } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import type { LedgerPage } from '../../model/ledger.ts';
import type { OwnSession } from '../../model/own-account.ts';
import type { RecordPage } from '../../model/task-record.ts';
import { PortError } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { offline } from '../../testing/samples.ts';
import { settle, startAmongOthers } from '../../testing/test-system.ts';
import { accountMachine } from '../account.machine.ts';
import {
  selectCredits,
  selectCreditsFailure,
  selectCreditsFileView,
  selectCreditsView,
  selectFileFailure,
} from '../account.selectors.ts';
import type { AccountEvent } from '../account.types.ts';
import { ownAccount, ownCredits } from './account.descriptor.ts';

const [newest] = ownCredits.lines;
if (!newest) throw new Error('Expected a line in the sample ledger');
const oldest: LedgerPage = { ...ownCredits, lines: [{ ...newest, id: '1' }], nextCursor: null };

/** Opens a user's account page. The ledger calls return these answers in order. */
async function open(
  answers: (LedgerPage | 'offline')[],
  save: () => Promise<void> = async () => {},
) {
  const asked: (string | null)[] = [];
  const logic = accountMachine.provide({
    actors: {
      loadAccount: callActor(async () => ownAccount),
      listSessions: callActor(async (): Promise<readonly OwnSession[]> => []),
      listRecords: callActor(async (): Promise<RecordPage> => ({ records: [], nextCursor: null })),
      saveCreditsFile: callActor(save),
      loadCredits: callActor(async ({ cursor }: { cursor: string | null }) => {
        asked.push(cursor);
        const answer = answers.shift();
        if (!answer || answer === 'offline') throw new PortError(offline);
        return answer;
      }),
    },
  });
  const input = { visitor: 'user-1', isCopyOver: false };
  const { root, told } = startAmongOthers('account', logic, { input });
  const actor = root.system.get('account') as ActorRefFrom<typeof accountMachine>;
  await settle();
  const send = async (event: AccountEvent) => {
    actor.send(event);
    await settle();
  };
  const read = <Value>(select: (snapshot: ReturnType<typeof actor.getSnapshot>) => Value) =>
    select(actor.getSnapshot());
  const ids = () => read(selectCredits)?.lines.map(({ id }) => id);
  return { asked, send, read, ids, told };
}

it('shows the balance, and appends older ledger lines', async () => {
  const { asked, send, read, ids } = await open([ownCredits, oldest]);
  expect([read(selectCreditsView), ids()]).toEqual(['listed', ['8']]);
  await send({ type: 'moreCredits.pressed' });
  expect([read(selectCreditsView), ids()]).toEqual(['listed', ['8', '1']]);
  await send({ type: 'moreCredits.pressed' });
  expect(asked).toEqual([null, '8']);
});

it('can be loaded again after a failure', async () => {
  const { send, read, told } = await open(['offline', ownCredits]);
  expect([read(selectCreditsView), read(selectCreditsFailure)]).toEqual(['failed', offline]);
  expect(told('app')).toContainEqual({ type: 'call.rejected', failure: offline });
  await send({ type: 'credits.retried' });
  expect([read(selectCreditsView), read(selectCreditsFailure)]).toEqual(['listed', null]);
});

it('keeps its ledger lines when older ones could not be loaded', async () => {
  const { asked, send, read, ids } = await open([ownCredits, 'offline', oldest]);
  await send({ type: 'moreCredits.pressed' });
  expect([read(selectCreditsView), ids()]).toEqual(['moreFailed', ['8']]);
  await send({ type: 'connection.restored' });
  expect([read(selectCreditsView), ids()]).toEqual(['listed', ['8', '1']]);
  expect(asked).toEqual([null, '8', '8']);
});

it('saves a file once for several presses, and shows a message', async () => {
  let saved = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const { send, read, told } = await open([ownCredits], () => {
    saved += 1;
    return promise;
  });
  await send({ type: 'creditsFile.pressed' });
  await send({ type: 'creditsFile.pressed' });
  expect([saved, read(selectCreditsFileView)]).toEqual([1, 'saving']);
  resolve();
  await settle();
  expect(read(selectCreditsFileView)).toBe('still');
  expect(told('toast')).toContainEqual({
    type: 'toast.requested',
    kind: 'success',
    message: { id: 'account.credits.saved' },
  });
});

it('shows why no file was saved, until the next press', async () => {
  let fails = true;
  const { send, read } = await open([ownCredits], async () => {
    if (fails) throw new PortError(offline);
  });
  await send({ type: 'creditsFile.pressed' });
  expect([read(selectCreditsFileView), read(selectFileFailure)]).toEqual(['failed', offline]);
  fails = false;
  await send({ type: 'creditsFile.pressed' });
  expect([read(selectCreditsFileView), read(selectFileFailure)]).toEqual(['still', null]);
});
