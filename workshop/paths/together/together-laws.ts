import { appMachine } from '../../../machines/app/app.machine.ts';
import { dialogKinds } from '../../../machines/app/children.derived.ts';
import { dialogsMachine } from '../../../machines/dialogs/dialogs.machine.ts';
import { recordsMachine } from '../../../machines/records/records.machine.ts';
import { resultMachine } from '../../../machines/result/result.machine.ts';
import { runsMachine } from '../../../machines/runs/runs.machine.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import { mutantCalled } from '../mutants.ts';
import type { AppMachine, Scene } from './together.ts';

type TogetherLaw = {
  holds: (scene: Scene) => boolean;
  /** returns the app with a change that breaks only this law */
  brokenBy: () => AppMachine;
  /** steps to the breach, if random walks seldom find it */
  walk?: readonly string[];
};

/** @throws if the chart has no such mutant */
const mutant = <Machine extends Parameters<typeof mutantCalled>[0]>(
  machine: Machine,
  words: string,
): Machine => {
  const found = mutantCalled(machine, words);
  if (!found) throw new Error(`${machine.id} has no mutant “${words}”`);
  return found as Machine;
};

const toSuccess = [
  ...['preparePage: it is here', 'restoreSession: a guest', 'loadSetup: the offer'],
  ...['studio: photo.chosen (a file)', 'inspectPhoto: a photo', 'studio: start.pressed'],
  ...['createKey: a key', 'preparePhoto: it is ready', 'requestUpload: a ticket'],
  ...['the upload arrives', 'keepPhoto: done (2)', 'startTask: it is queued'],
  ...['task-1 gets the status 2', 'awaitRecord: the record'],
];

/** Steps from the studio to the result page, on which the result is deleted immediately. */
const resultDeletedAtOnce = [
  ...toSuccess,
  ...['preparePage: it is here', 'navigate: the address changes', 'preparePage: it is here'],
  ...['loadRecord: the record', '1 s pass', 'result: removal.pressed', 'loadDialog: its chart'],
  ...['messageBox: dialog.confirmed', 'deleteRecord: it is deleted'],
];

/** Laws about several charts. They hold between any two steps. */
export const togetherLaws: Readonly<Record<string, TogetherLaw>> = {
  'the overlay is open only while the run in hand works': {
    holds: ({ of }) =>
      !of('overlay')?.matches('open') ||
      of('overlay')?.matches({ open: { progress: 'full' } }) === true ||
      of('runs')?.matches('following') === true,
    brokenBy: () => {
      const runs = runsMachine.provide({ actions: { closeOverlay: () => {} } });
      return appMachine.provide({ actors: { runs } });
    },
  },
  'a run is in hand only while the studio works on it or shows its end': {
    holds: ({ of }) =>
      of('runs')?.matches('following') === of('studio')?.matches('working') &&
      of('runs')?.matches('over') === of('studio')?.matches('ended'),
    brokenBy: () => {
      const runs = runsMachine.provide({ actions: { tellStudio: () => {} } });
      return appMachine.provide({ actors: { runs } });
    },
  },
  'one dialog is there at most, and only while the dialogs say that one is open': {
    holds: ({ of }) => {
      const running = dialogKinds.filter((kind) => of(kind)?.status === 'active');
      return (
        running.length <= 1 && (running.length === 0 || of('dialogs')?.matches('open') === true)
      );
    },
    brokenBy: () => {
      const dialogs = dialogsMachine.provide({ actions: { stop: () => {} } });
      return appMachine.provide({ actors: { dialogs } });
    },
  },
  'no call carries a token once the visitor has signed out': {
    holds: ({ tokensAfterSignOut }) => tokensAfterSignOut.length === 0,
    brokenBy: () => {
      const words = 'session.known.identity on session.cleared: dropped session.cleared';
      return appMachine.provide({ actors: { session: mutant(sessionMachine, words) } });
    },
  },
  'an account is shown to its own visitor only, and so is what changes it': {
    holds: ({ of }) =>
      of('session')?.matches({ known: { identity: 'signedIn' } }) === true ||
      (of('account')?.matches('shown') !== true && of('accountChange')?.status !== 'active'),
    brokenBy: () => appMachine.provide({ guards: { isAnotherVisitor: () => false } }),
  },
  'neither the list nor its own page shows a record that was deleted': {
    holds: ({ of, world: { deleted } }) => {
      const listed = of('records')?.context.records ?? [];
      const result = of('result');
      const isShown = result?.matches('shown') === true && deleted.has(result.context.recordId);
      return !isShown && listed.every(({ id }) => !deleted.has(id));
    },
    brokenBy: () => {
      const words = 'records.listed.list on removal.done: without the action drop';
      return appMachine.provide({ actors: { records: mutant(recordsMachine, words) } });
    },
  },
  'the studio does not show a result that was deleted': {
    holds: ({ of, world: { deleted } }) =>
      (of('runs')?.context.cards ?? []).every(({ outcome }) => {
        const result = outcome?.kind === 'ended' && outcome.record.dealStatus === 2;
        return !result || !deleted.has(outcome.record.id);
      }),
    brokenBy: () => {
      const words = 'result.removing on onDone of deleteRecord: without the action tellRuns';
      return appMachine.provide({ actors: { result: mutant(resultMachine, words) } });
    },
    walk: resultDeletedAtOnce,
  },
  'the page of a record is about the record of its address': {
    holds: ({ of }) => {
      const [shown, result] = [of('app')?.context.shown, of('result')];
      return (
        shown?.name !== 'result' ||
        result?.status !== 'active' ||
        result.context.recordId === shown.recordId
      );
    },
    brokenBy: () =>
      appMachine.provide({
        guards: { isSamePage: ({ context: { coming, shown } }) => coming.name === shown.name },
      }),
  },
};
