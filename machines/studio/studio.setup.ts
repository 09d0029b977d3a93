import { assign, emit, enqueueActions, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { isAllowed } from '../model/function-options.ts';
import type { OptionValue, OptionValues, Setup } from '../model/functions.ts';
import type { KeptPhoto } from '../model/kept-photo.ts';
import { nameOf, type Photo, type PhotoSource } from '../model/photo.ts';
import type { ProductEvent } from '../model/product-event.ts';
import { purseOf } from '../model/purse.ts';
import type { FoundRegions } from '../model/regions.ts';
import type { StakeTag } from '../model/stake.ts';
import { functionOf, problemOf } from '../model/start-obstacle.ts';
import { type TaskEnd, withoutRecord } from '../model/task-record.ts';
import type { UserInfo } from '../model/user.ts';
import { ports } from '../port-actors.ts';
import type { KeptPhotosPort } from '../ports/kept-photos.port.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { TaskPort } from '../ports/task.port.ts';
import { photoIdOf } from '../run/run.beginning.ts';
import type { RunInput } from '../run/run.types.ts';
import { endOf, needsSignIn } from '../runs/runs.ends.ts';
import type { RunOver, RunRequested } from '../runs/runs.types.ts';
import {
  nextFunctionCode,
  optionsForNext,
  optionsOf,
  photoForDevice,
  withKept,
  withOwnPicture,
} from './studio.choice.ts';
import { smallerFile } from './studio.device.ts';
import { heldId, keptOf, photoIn } from './studio.held.ts';
import { replacedId } from './studio.replacing.ts';
import type { PhotoChosen, StudioContext, StudioEvent } from './studio.types.ts';

type Failed = { failure: PortFailure };
type Option = { name: string; value: OptionValue };
type Selection = { code: string; options?: OptionValues };
type Input = { input: RunInput | null };
type As = Pick<RunRequested, 'as'>;

export const studioSetup = setupChart({
  types: {
    context: {} as StudioContext,
    events: {} as StudioEvent,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
    tags: {} as StakeTag,
  },
  actors: {
    ...ports({ calls: ['inspectPhoto'], said: { inspectPhoto: withoutRecord } }).of<PhotoPort>(),
    ...ports({ calls: ['findRunningTask'] }).of<TaskPort>(),
    ...ports({ calls: ['takeKeptPhoto'], streams: ['watchKeptPhotos'] }).of<KeptPhotosPort>(),
  },
  guards: {
    isSignInNeeded: ({ context }, { outcome }: RunOver) =>
      photoIn(context) !== null && needsSignIn(outcome),
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
    /** true if the task on the server may come from a start that an earlier page has sent */
    mayBeOnServer: (_, { photo }: { photo: KeptPhoto | null }) => photo?.run?.step === 'asked',
    holdsKept: ({ context: { held } }) => held.kind === 'kept',
    isLeft: ({ context: { held } }) => held.kind === 'kept' && held.photo.run !== null,
    hasOffer: ({ context }) => context.setup !== null,
    /**
     * true if the photo can wait for the connection, so that the visitor need not choose it again
     */
    canWait: ({ context: { held } }, { failure }: Failed) =>
      failure.reason === 'offline' && !(held.kind === 'source' && held.source.kind === 'sample'),
    isOffered: ({ context }, { code }: { code: string }) =>
      code === smallerFile || functionOf(context.setup, code) !== null,
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
    /** true if the record was deleted on another page, or has expired */
    isGone: (_, { outcome }: RunOver) => outcome.kind === 'gone',
    isShown: (_, { outcome }: RunOver) => endOf(outcome) !== null,
    isEnd: ({ context: { over } }, { end }: { end: TaskEnd }) =>
      over !== null && endOf(over.outcome) === end,
  },
  actions: {
    setSetup: assign((_, { setup: offer }: { setup: Setup }) => ({ setup: offer })),
    setPurse: assign((_, { user }: { user: UserInfo | null }) => ({ purse: purseOf(user) })),
    reviewFunction: assign(({ context }) => ({ functionCode: nextFunctionCode(context) })),
    selectFunction: assign(({ context }, { code, options }: Selection) => ({
      functionCode: code,
      wantedCode: code,
      ...(options && {
        options: { ...context.options, [code]: { ...context.options[code], ...options } },
      }),
    })),
    setOption: assign(({ context }, { name, value }: Option) => {
      const { functionCode, options } = context;
      if (functionCode === null) return {};
      return {
        options: { ...options, [functionCode]: { ...options[functionCode], [name]: value } },
      };
    }),
    setSource: assign(
      (
        { context },
        { source, isReplacing = false, isOneOfMany = false }: Omit<PhotoChosen, 'type'>,
      ) => ({
        options: optionsForNext(context),
        held: { kind: 'source' as const, source },
        replaced: isReplacing ? { by: nameOf(source) } : null,
        isOneOfMany,
      }),
    ),
    setKept: assign(({ context }, { photo }: { photo: KeptPhoto | null }) => {
      return photo ? withKept(context, photo) : {};
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
    setPicture: assign(({ context }, { fileKey }: { fileKey: string | null }) => ({
      options: withOwnPicture(context, fileKey),
    })),
    setFound: assign((_, { found }: { found: FoundRegions | null }) => ({ found })),
    /** forgets the upload of the region finder, because only one start can use an upload */
    dropUpload: assign(({ context: { found } }) => ({
      found: found && { ...found, fileKey: null },
    })),
    setResumed: assign((_, { photoId }: { photoId: string }) => ({ resumed: photoId })),
    dropResumed: assign({ resumed: null }),
    putAway: assign({ held: { kind: 'nothing' } }),
    setOver: assign((_, over: RunOver) => ({ over })),
    dropOver: assign({ over: null }),
    dropGiven: assign({ given: [] }),
    addGiven: assign(({ context: { given } }, { ids }: { ids: readonly string[] }) => ({
      given: [...given, ...ids],
    })),
    requestRun: enqueueActions(({ context: { given }, enqueue }, { input, as }: Input & As) => {
      if (!input) return;
      const id = photoIdOf(input);
      if (id !== null) enqueue.assign({ given: [...given, id] });
      enqueue.sendTo(chart('runs'), { type: 'run.requested', input, as });
    }),
    /**
     * the runs chart then lets an unfinished run continue in the background; the studio shows the
     * photo as before the start
     */
    freeHand: sendTo(chart('runs'), { type: 'hand.freed' }),
    tellHeld: enqueueActions(({ context, enqueue }) => {
      const photo = keptOf(context);
      if (photo) enqueue.sendTo(chart('keeper'), { type: 'photo.held', photo });
    }),
    releaseReplaced: enqueueActions(
      ({ context, enqueue }, { source }: Pick<PhotoChosen, 'source'>) => {
        const id = replacedId(context, source);
        if (id !== null) enqueue.sendTo(chart('keeper'), { type: 'photo.released', id });
      },
    ),
    releaseHeld: enqueueActions(({ context, enqueue }) => {
      const id = heldId(context);
      if (id !== null) enqueue.sendTo(chart('keeper'), { type: 'photo.released', id });
    }),
    tellLeft: sendTo(chart('regionFinder'), { type: 'photo.left' }),
    /**
     * Requests a preview of the current photo with the current options. A function of this device
     * needs no preview, because it shows the whole result.
     */
    requestPreview: enqueueActions(({ context, enqueue }) => {
      const { setup: offer, functionCode } = context;
      const picture = photoForDevice(context);
      if (!picture) enqueue.sendTo(chart('encoder'), { type: 'picture.closed' });
      if (functionCode === smallerFile) enqueue.sendTo(chart('preview'), { type: 'photo.left' });
      if (picture) enqueue.sendTo(chart('encoder'), { type: 'picture.opened', picture });
      const photo = photoIn(context);
      const offered = functionOf(offer, functionCode);
      if (!photo || !offered) return;
      const options = optionsOf(context, offered);
      enqueue.sendTo(chart('preview'), { type: 'preview.requested', photo, offered, options });
    }),
    /**
     * sends the selected function and options to the batch, which applies them to all its photos
     */
    tellSettings: enqueueActions(({ context, enqueue }) => {
      const photo = photoIn(context);
      const offered = functionOf(context.setup, context.functionCode);
      if (!photo || !offered) return;
      const options = optionsOf(context, offered);
      const photoId = photo.id;
      enqueue.sendTo(chart('batch'), { type: 'settings.changed', photoId, offered, options });
    }),
    endPreview: sendTo(chart('preview'), { type: 'photo.left' }),
    closeFile: sendTo(chart('encoder'), { type: 'picture.closed' }),
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
    /**
     * time limit in milliseconds for loading the stored photo, and for the server's answer while a
     * photo waits
     */
    patience: 2000,
    /** time limit in milliseconds until the server reports the bought credits */
    creditPatience: 30_000,
    /** pause in milliseconds before the code that inspects photos is loaded again */
    retryPause: 10_000,
  },
});
