import type { Photo, PreparedPhoto } from '../model/photo.ts';
import type { TaskRecord, UploadTicket } from '../model/task-record.ts';
import type { AppPorts } from '../ports/app-ports.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import { PortError, type PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import type { TaskPort, UploadEvent } from '../ports/task.port.ts';
import { samplePiece, samplePreview } from './sample-preview.ts';
import { aRecord } from './test-record.ts';
import { settle } from './test-system.ts';

/* Ports for tests of the studio and its runs. Calls are answered immediately, or when the test
 * decides. */

export const file = { name: 'cat.jpg', size: 2_000_000, type: 'image/jpeg' };

export const aPhoto = (overrides: Partial<Photo> = {}): Photo => ({
  id: 'photo-1',
  file,
  name: 'cat.jpg',
  format: 'jpg',
  bytes: 2_000_000,
  width: 1500,
  height: 1000,
  decodable: true,
  problem: null,
  thumbnailUrl: 'blob:1',
  ...overrides,
});

const preparedPhoto: PreparedPhoto = { file, format: 'jpg', width: 1500, height: 1000 };

const ticket: UploadTicket = {
  url: '/upload',
  fields: {},
  fileKey: 'file1',
  maxBytes: 1,
  expiresAt: '2026-11-20T10:10:00.000Z',
};

/** Returns a port that always rejects. */
export const failing = (failure: PortFailure) => () => Promise.reject(new PortError(failure));

/** Returns a call that is never answered. */
export const silent = () => new Promise<never>(() => {});

export type StudioAnswers = Partial<
  Pick<PhotoPort, 'inspectPhoto' | 'preparePhoto' | 'cropPhoto'> &
    Pick<
      TaskPort,
      | 'findRegions'
      | 'previewFunction'
      | 'requestUpload'
      | 'startTask'
      | 'findAttempt'
      | 'findRunningTask'
      | 'cancelTask'
    >
>;

type News = TaskRecord | PortFailure;

const isFailure = (news: News): news is PortFailure => 'reason' in news && !('dealStatus' in news);

export const createStudioPorts = (answers: StudioAnswers = {}) => {
  const asked: { call: string; input: unknown }[] = [];
  const uploads: ((event: UploadEvent) => void)[] = [];
  const questions: ((news: News) => void)[] = [];
  let keys = 0;
  const asking =
    <Call extends (...args: never[]) => Promise<unknown>>(call: string, answer: Call) =>
    (...args: Parameters<Call>): ReturnType<Call> => {
      asked.push({ call, input: args[0] });
      return answer(...args) as ReturnType<Call>;
    };
  const awaitRecord: RecordsPort['awaitRecord'] = (_, signal) =>
    new Promise((resolve, reject) => {
      questions.push((news) => {
        if (signal.aborted) return;
        if (isFailure(news)) reject(new PortError(news));
        else resolve(news);
      });
    });
  const ports = {
    // simulates a device without stored photos
    keptPhotos: {
      keepPhoto: asking('keepPhoto', async () => {}),
      takeKeptPhoto: async () => null,
      watchKeptPhotos: () => () => {},
    },
    photo: {
      inspectPhoto: asking('inspectPhoto', answers.inspectPhoto ?? (async () => aPhoto())),
      preparePhoto: asking('preparePhoto', answers.preparePhoto ?? (async () => preparedPhoto)),
      cropPhoto: asking('cropPhoto', answers.cropPhoto ?? (async () => samplePiece)),
    },
    records: {
      awaitRecord: asking('awaitRecord', awaitRecord),
      loadRecord: asking('loadRecord', (_: { id: string }, signal) =>
        awaitRecord({ id: '', revision: 0 }, signal),
      ),
    },
    task: {
      createKey: asking('createKey', async () => {
        keys += 1;
        return `key-number-${keys}`;
      }),
      requestUpload: asking('requestUpload', answers.requestUpload ?? (async () => ticket)),
      upload: (input: unknown, emit: (event: UploadEvent) => void) => {
        asked.push({ call: 'upload', input });
        uploads.push(emit);
        return () => asked.push({ call: 'upload stopped', input: null });
      },
      findRegions: asking('findRegions', answers.findRegions ?? (async () => [])),
      previewFunction: asking(
        'previewFunction',
        answers.previewFunction ?? (async () => samplePreview),
      ),
      startTask: asking('startTask', answers.startTask ?? (async () => aRecord())),
      findAttempt: asking('findAttempt', answers.findAttempt ?? (async () => null)),
      findRunningTask: asking('findRunningTask', answers.findRunningTask ?? (async () => null)),
      cancelTask: asking(
        'cancelTask',
        answers.cancelTask ?? (async () => aRecord({ revision: 9, dealStatus: 5 })),
      ),
    },
  } as unknown as AppPorts;
  return {
    ports,
    asked,
    calls: (name: string) => asked.filter(({ call }) => call === name),
    /** emits an event of the last upload */
    upload: async (event: UploadEvent) => {
      uploads.at(-1)?.(event);
      await settle();
    },
    /** answers the latest call that waits for a change of a record */
    tellRecord: async (news: News) => {
      questions.pop()?.(news);
      await settle();
    },
  };
};
