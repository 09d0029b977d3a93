import { assign, emit, enqueueActions, sendTo, stopChild } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { isAllowed } from '../model/function-options.ts';
import type { OptionValue, Setup } from '../model/functions.ts';
import type { KeptPhoto } from '../model/kept-photo.ts';
import { nameOf, type Photo, type PhotoSource } from '../model/photo.ts';
import type { ProductEvent } from '../model/product-event.ts';
import { purseOf } from '../model/purse.ts';
import type { FoundRegions } from '../model/regions.ts';
import type { StakeTag } from '../model/stake.ts';
import { functionOf, problemOf } from '../model/start-obstacle.ts';
import type { TaskEnd } from '../model/task-record.ts';
import type { UserInfo } from '../model/user.ts';
import { ports } from '../port-actors.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { KeptPhotosPort } from '../ports/kept-photos.port.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { TaskPort } from '../ports/task.port.ts';
import { runMachine } from '../run/run.machine.ts';
import type { RunInput, RunNews, RunOutcome } from '../run/run.types.ts';
import {
  handsFree,
  newCard,
  withDelay,
  withNews,
  withNext,
  withOutcome,
  withoutCard,
} from './studio.cards.ts';
import { nextFunctionCode, optionsForNext, optionsOf, withKept } from './studio.choice.ts';
import { endOf, needsSignIn, toldEnd } from './studio.ends.ts';
import { heldId, keptOf, photoIn, replacedId } from './studio.held.ts';
import { outcomeInHand } from './studio.runs.ts';
import type { StudioContext, StudioEvent } from './studio.types.ts';

type Failed = { failure: PortFailure };
type WithId = { id: string };
type Ended = WithId & { outcome: RunOutcome };
type Moved = Extract<RunNews, { type: 'run.moved' }>;
type Option = { name: string; value: OptionValue };
/** `id`: null without a current run */
type Told = { id: string | null; event: { type: 'cancel.pressed' | 'retry.pressed' } };
type Input = { input: RunInput | null };

/** Types and implementations of the studio chart. */
export const studioSetup = setupChart({
  types: {
    context: {} as StudioContext,
    events: {} as StudioEvent,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
    tags: {} as StakeTag,
  },
  actors: {
    ...ports({ calls: ['inspectPhoto'] }).of<PhotoPort>(),
    ...ports({ calls: ['findRunningTask'] }).of<TaskPort>(),
    ...ports({ calls: ['takeKeptPhoto'], streams: ['watchKeptPhotos'] }).of<KeptPhotosPort>(),
    run: runMachine,
  },
  guards: {
    isSignInNeeded: ({ context }, { id, outcome }: Ended) =>
      id === context.inHand && photoIn(context) !== null && needsSignIn(outcome),
    hasPhoto: ({ context }) => photoIn(context) !== null,
    makesUnusable: ({ context }, { setup: loaded }: { setup: Setup }) => {
      const photo = photoIn(context);
      return photo !== null && problemOf(photo, loaded) !== null;
    },
    holdsUnusable: ({ context }) => {
      const photo = photoIn(context);
      return photo !== null && problemOf(photo, context.setup) !== null;
    },
    hasProblem: ({ context }, { photo }: { photo: Photo }) =>
      problemOf(photo, context.setup) !== null,
    /** the start that an earlier page has sent may belong to the task that the server would report */
    mayBeOnServer: (_, { photo }: { photo: KeptPhoto | null }) => photo?.run?.step === 'asked',
    holdsKept: ({ context: { held } }) => held.kind === 'kept',
    isLeft: ({ context: { held } }) => held.kind === 'kept' && held.photo.run !== null,
    hasOffer: ({ context }) => context.setup !== null,
    /** a visitor's own photo need not be chosen again once the connection is back */
    canWait: ({ context: { held } }, { failure }: Failed) =>
      failure.reason === 'offline' && !(held.kind === 'source' && held.source.kind === 'sample'),
    isOffered: ({ context }, { code }: { code: string }) =>
      functionOf(context.setup, code) !== null,
    /** the selected function has this option and allows the value */
    isAllowed: ({ context }, { name, value }: Option) => {
      const offered = functionOf(context.setup, context.functionCode);
      return offered !== null && isAllowed(offered, name, value);
    },
    isResumed: ({ context }) => context.resumed !== null && context.resumed === heldId(context),
    isHeld: ({ context }, { photoId }: { photoId: string }) => heldId(context) === photoId,
    canBegin: (_, { input }: Input) => input !== null,
    canBeginBeside: ({ context: { held } }, { input }: Input) =>
      input !== null && held.kind === 'kept',
    isInHand: ({ context }, { id }: WithId) => context.inHand === id,
    /** a crash without a record to follow */
    isCrashInHand: ({ context }, { id, input }: WithId & Input) =>
      context.inHand === id && input === null,
    /** an end of the current run that the studio shows */
    isEndInHand: ({ context }, { id, outcome }: Ended) =>
      context.inHand === id && endOf(outcome) !== null,
    isGoneInHand: ({ context }, { id, outcome }: Ended) =>
      context.inHand === id && outcome.kind === 'gone',
    /** a visitor who cancelled elsewhere already knows; after a refusal the photo is left to the visitor */
    isWorthTelling: (_, { outcome }: Ended) =>
      outcome.kind === 'turnedAway' || (endOf(outcome) !== null && endOf(outcome) !== 'cancelled'),
    isEnd: ({ context }, { end }: { end: TaskEnd }) => {
      const outcome = outcomeInHand(context);
      return outcome !== null && endOf(outcome) === end;
    },
  },
  actions: {
    setSetup: assign((_, { setup: offer }: { setup: Setup }) => ({ setup: offer })),
    setPurse: assign((_, { user }: { user: UserInfo | null }) => ({ purse: purseOf(user) })),
    reviewFunction: assign(({ context }) => ({ functionCode: nextFunctionCode(context) })),
    selectFunction: assign((_, { code }: { code: string }) => ({
      functionCode: code,
      wantedCode: code,
    })),
    setOption: assign(({ context }, { name, value }: Option) => {
      const { functionCode, options } = context;
      if (functionCode === null) return {};
      return {
        options: { ...options, [functionCode]: { ...options[functionCode], [name]: value } },
      };
    }),
    setSource: assign(
      ({ context }, { source, leftOut = 0 }: { source: PhotoSource; leftOut?: number }) => ({
        ...handsFree(context),
        options: optionsForNext(context),
        held: { kind: 'source' as const, source },
        leftOut: leftOut > 0 ? { taken: nameOf(source), count: leftOut } : null,
      }),
    ),
    setKept: assign(({ context }, { photo }: { photo: KeptPhoto | null }) => {
      return photo ? { ...handsFree(context), ...withKept(context, photo) } : {};
    }),
    setElsewhere: assign((_, { names }: { names: readonly string[] }) => ({ elsewhere: names })),
    setPhoto: assign(({ context: { held } }, { photo }: { photo: Photo }) => ({
      held: {
        kind: 'photo' as const,
        photo,
        left: held.kind === 'kept' ? held.photo.run : null,
      },
      functionCode: null,
    })),
    setProblem: assign(({ context }, { photo }: { photo: Photo }) => ({
      held: {
        kind: 'refused' as const,
        problem: problemOf(photo, context.setup) ?? ('unreadable' as const),
        failure: null,
      },
    })),
    setHeldProblem: assign(({ context }) => {
      const photo = photoIn(context);
      const problem = photo && problemOf(photo, context.setup);
      return problem ? { held: { kind: 'refused' as const, problem, failure: null } } : {};
    }),
    setUnreadable: assign((_, { failure }: Failed) => ({
      held: { kind: 'refused' as const, problem: 'unreadable' as const, failure },
    })),
    setFound: assign((_, { found }: { found: FoundRegions | null }) => ({ found })),
    /** an upload can be used by one start only */
    dropUpload: assign(({ context: { found } }) => ({
      found: found && { ...found, fileKey: null },
    })),
    setResumed: assign((_, { photoId }: { photoId: string }) => ({ resumed: photoId })),
    dropResumed: assign({ resumed: null }),
    putAway: assign(({ context }) => ({
      ...handsFree(context),
      held: { kind: 'nothing' as const },
    })),
    /** returns the photo to the state before its start */
    clearRun: assign(({ context }) => handsFree(context)),
    begin: assign(({ context, spawn }, { input }: Input) => {
      if (!input) return {};
      const begun = context.begun + 1;
      const id = `run.${begun}`;
      spawn('run', { id, input });
      const { runs } = handsFree(context);
      return { begun, inHand: id, runs: [...runs, newCard(id, input)] };
    }),
    /** another actor replaces the previous one, current or background */
    beginInPlace: assign(({ context, spawn }, { id, input }: WithId & Input) => {
      if (!input) return {};
      const begun = context.begun + 1;
      const next = `run.${begun}`;
      spawn('run', { id: next, input });
      return {
        begun,
        inHand: context.inHand === id ? next : context.inHand,
        runs: withNext(context.runs, id, newCard(next, input)),
      };
    }),
    setView: assign(({ context }, news: Moved) => ({
      runs: withNews(context.runs, news),
    })),
    setDelay: assign(({ context }, { id, isDelayed }: WithId & { isDelayed: boolean }) => ({
      runs: withDelay(context.runs, id, isDelayed),
    })),
    setOutcome: assign(({ context }, { id, outcome }: Ended) => ({
      runs: withOutcome(context.runs, id, outcome),
    })),
    releaseCard: enqueueActions(({ context, enqueue }, { id: dismissed }: WithId) => {
      const id = context.runs.find((card) => card.id === dismissed)?.photoId;
      if (id) enqueue.sendTo(chart('keeper'), { type: 'photo.released', id });
    }),
    dropCard: assign(({ context }, { id }: WithId) => ({
      runs: withoutCard(context.runs, id),
    })),
    stopRun: stopChild((_, { id }: WithId) => id),
    tellRuns: enqueueActions(({ context, enqueue }, event: ConnectionEvent) => {
      for (const { id, outcome } of context.runs) if (!outcome) enqueue.sendTo(id, event);
    }),
    /** a run that has ended meanwhile gets no event */
    tellRun: enqueueActions(({ context, enqueue }, { id, event }: Told) => {
      const card = context.runs.find((one) => one.id === id);
      if (card && !card.outcome) enqueue.sendTo(card.id, event);
    }),
    tellHeld: enqueueActions(({ context, enqueue }) => {
      const photo = keptOf(context);
      if (photo) enqueue.sendTo(chart('keeper'), { type: 'photo.held', photo });
    }),
    releaseReplaced: enqueueActions(({ context, enqueue }) => {
      const id = replacedId(context);
      if (id !== null) enqueue.sendTo(chart('keeper'), { type: 'photo.released', id });
    }),
    releaseHeld: enqueueActions(({ context, enqueue }) => {
      const id = heldId(context);
      if (id !== null) enqueue.sendTo(chart('keeper'), { type: 'photo.released', id });
    }),
    tellLeft: sendTo(chart('faceFinder'), { type: 'photo.left' }),
    /** a part of the photo may be previewed with these options */
    requestPreview: enqueueActions(({ context, enqueue }) => {
      const { setup: offer, functionCode } = context;
      const photo = photoIn(context);
      const offered = functionOf(offer, functionCode);
      if (!photo || !offered) return;
      const options = optionsOf(context, offered);
      enqueue.sendTo(chart('preview'), { type: 'preview.requested', photo, offered, options });
    }),
    endPreview: sendTo(chart('preview'), { type: 'photo.left' }),
    openOverlay: sendTo(chart('overlay'), { type: 'overlay.opened', counter: true }),
    openOverlayAway: sendTo(chart('overlay'), {
      type: 'overlay.opened',
      counter: true,
      away: true,
    }),
    finishOverlay: sendTo(chart('overlay'), { type: 'overlay.finished' }),
    closeOverlay: sendTo(chart('overlay'), { type: 'overlay.closed' }),
    tellOverlay: sendTo(
      chart('overlay'),
      (_, { view: { stage, fraction, remainingMs } }: Moved) => ({
        type: 'overlay.measured',
        stage,
        fraction,
        remainingMs,
      }),
    ),
    tellEnd: sendTo(chart('app'), ({ context }, { watched }: { watched: boolean }) =>
      toldEnd(outcomeInHand(context), { watched, inHand: true }),
    ),
    /** for background runs */
    tellEndBeside: sendTo(chart('app'), (_, { outcome }: Ended) =>
      toldEnd(outcome, { watched: false, inHand: false }),
    ),
    reportFailure: sendRejected(),
    emitChosen: emit((_, { source }: { source: PhotoSource }) => ({
      type: 'photo.chosen' as const,
      source: source.kind,
    })),
    emitSelected: emit((_, { code }: { code: string }) => ({
      type: 'function.selected' as const,
      function: code,
    })),
  },
  delays: {
    /** for a browser that does not report its stored photo, or a server while a photo waits */
    patience: 2000,
    /** for the server to report the bought credits */
    creditPatience: 30_000,
    /** between attempts to load the code that inspects photos */
    retryPause: 10_000,
  },
});
