import { assign, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { Photo, PhotoProblem, PreparedPhoto } from '../model/photo.ts';
import type { UploadTicket } from '../model/task-record.ts';
import { ports } from '../port-actors.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import { isPassing, type PortFailure } from '../ports/port-failure.ts';
import type { TaskPort } from '../ports/task.port.ts';
import { pictureProblem } from './own-picture.size.ts';
import type { ComingPicture, OwnPictureContext, OwnPictureEvent } from './own-picture.types.ts';

type Failed = { failure: PortFailure };

const problemIn = ({ coming }: OwnPictureContext, photo: Photo): PhotoProblem | null =>
  coming ? pictureProblem(photo, coming.offered) : 'unreadable';

const changed = (coming: ComingPicture | null, changes: Partial<ComingPicture>) => ({
  coming: coming && { ...coming, ...changes },
});

export const ownPictureSetup = setupChart({
  types: {
    context: {} as OwnPictureContext,
    events: {} as OwnPictureEvent,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({ calls: ['inspectPhoto', 'preparePhoto'] }).of<PhotoPort>(),
    ...ports({ calls: ['requestUpload'], streams: ['upload'] }).of<TaskPort>(),
  },
  guards: {
    hasProblem: ({ context }, { photo }: { photo: Photo }) => problemIn(context, photo) !== null,
    hasPicture: ({ context }) => context.picture !== null,
    isPassing: (_, { failure }: Failed) => isPassing(failure),
    /** true if the storage refused the ticket, which may have expired, for the first time */
    isTicketRefused: ({ context }, { failure }: Failed) =>
      failure.reason === 'refused' && failure.code === undefined && context.failure === null,
  },
  actions: {
    setFile: assign((_, { file, offered }: Pick<ComingPicture, 'file' | 'offered'>) => ({
      coming: { file, offered, photo: null, prepared: null, ticket: null },
      problem: null,
      tries: 0,
      failure: null,
    })),
    /** drops the earlier picture, so that no start uses it while the screen shows the new one */
    setPhoto: assign(({ context: { coming } }, { photo }: { photo: Photo }) => ({
      ...changed(coming, { photo }),
      picture: null,
      fileKey: null,
    })),
    setPrepared: assign(({ context: { coming } }, { prepared }: { prepared: PreparedPhoto }) =>
      changed(coming, { prepared }),
    ),
    setTicket: assign(({ context: { coming } }, { ticket }: { ticket: UploadTicket }) =>
      changed(coming, { ticket }),
    ),
    setProblem: assign(({ context }, { photo }: { photo: Photo }) => ({
      coming: null,
      problem: problemIn(context, photo),
    })),
    setUnreadable: assign({ coming: null, problem: 'unreadable' }),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    dropFailure: assign({ failure: null }),
    countTry: assign(({ context }) => ({ tries: context.tries + 1 })),
    setArrived: assign(({ context }) => {
      const { coming } = context;
      if (!coming?.photo || !coming.prepared || !coming.ticket) return {};
      const { photo, offered, prepared, ticket } = coming;
      return {
        picture: { photo, offered, prepared },
        fileKey: ticket.fileKey,
        coming: null,
        tries: 0,
        failure: null,
      };
    }),
    /** sends the same file once more, because the server has deleted its upload */
    setLost: assign(({ context: { picture } }) => ({
      coming: picture && { ...picture, file: picture.photo.file, ticket: null },
      picture: null,
      fileKey: null,
      tries: 0,
      failure: null,
    })),
    forget: assign({
      coming: null,
      picture: null,
      fileKey: null,
      problem: null,
      failure: null,
    }),
    tellStudio: sendTo(chart('studio'), ({ context }) => ({
      type: 'picture.changed',
      fileKey: context.fileKey,
    })),
    reportFailure: sendRejected(),
  },
  delays: {
    /** pause in milliseconds before another try; grows with the number of tries */
    retryPause: ({ context }) => Math.min(30_000, 1000 * 2 ** context.tries),
  },
});
