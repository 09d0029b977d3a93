import { expect } from 'vitest';
import type { CallName, laterCalls } from '../../contract/calls.ts';
import { photoRefusals, previewRefusals } from '../../contract/refusals.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import { EngineError, type EngineErrorCode } from '../../server/engine/engine.port.ts';
import { newKey, photo } from '../../server/testing/visitor.fixture.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { newUser } from './accounts.ts';
import type { Browser } from './browser.ts';
import { type Ask, disk, type Seam, signal, times } from './seam.ts';

/*
 * Cases that cause each answer of the calls about tasks and records. A stand-in replaces the
 * engine's networks.
 */

const code = 'face-blur';

const uploaded = async ({ visitor }: Browser) => await visitor.upload(await photo());

type Start = {
  functionCode: string;
  fileKey: string;
  idempotencyKey: string;
  options: OptionValues;
};

const start = ({ ports }: Browser, wish: Partial<Start> & { fileKey: string }) =>
  ports.task.startTask(
    { functionCode: code, idempotencyKey: newKey(), options: {}, ...wish },
    signal,
  );

async function endedRecord(browser: Browser) {
  const record = await start(browser, { fileKey: await uploaded(browser) });
  let { dealStatus, revision } = record;
  while (dealStatus < 2) {
    const news = { id: record.id, revision };
    ({ dealStatus, revision } = await browser.ports.records.awaitRecord(news, signal));
  }
  return record;
}

async function goneRecord(browser: Browser): Promise<string> {
  const { id } = await endedRecord(browser);
  await browser.ports.records.deleteRecord({ id }, signal);
  return id;
}

/** Runs `work` while no task of this server can end. */
async function whileBusy({ server }: Browser, work: () => Promise<unknown>): Promise<void> {
  const done = Promise.withResolvers<'succeed'>();
  server.engine.behave(() => done.promise);
  try {
    await work();
  } finally {
    server.engine.behave(async () => 'succeed');
    // otherwise this task would keep its slot, and the tasks of later cases would wait
    done.resolve('succeed');
  }
}

/** The cases that cause the refusals of a start, for users and guests. */
const startCases = {
  unknown_function: async (browser: Browser) =>
    start(browser, { fileKey: await uploaded(browser), functionCode: 'nothing-like-it' }),
  invalid_options: async (browser: Browser) =>
    start(browser, { fileKey: await uploaded(browser), options: { colour: 1 } }),
  upload_not_found: async (browser: Browser) => {
    await uploaded(browser);
    await start(browser, { fileKey: 'uploads/nothing.png' });
  },
  picture_not_found: async (browser: Browser) =>
    start(browser, {
      fileKey: await uploaded(browser),
      functionCode: 'cut-out',
      options: { background: 'uploads/nothing.png' },
    }),
  upload_used: async (browser: Browser) => {
    const fileKey = await uploaded(browser);
    await start(browser, { fileKey });
    await start(browser, { fileKey });
  },
  idempotency_conflict: async (browser: Browser) => {
    const wish = { fileKey: await uploaded(browser), idempotencyKey: newKey() };
    await start(browser, wish);
    await start(browser, { ...wish, functionCode: 'enhance' });
  },
  record_gone: async (browser: Browser) => {
    const wish = { fileKey: await uploaded(browser), idempotencyKey: newKey() };
    const { id } = await start(browser, wish);
    await browser.ports.records.deleteRecord({ id }, signal);
    await start(browser, wish);
  },
  too_many_tasks: (browser: Browser) =>
    whileBusy(browser, async () => {
      for (let n = 0; n < 4; n += 1) await start(browser, { fileKey: await uploaded(browser) });
    }),
  too_slow: async (browser: Browser) => {
    const fileKey = await uploaded(browser);
    browser.server.engine.expectRuns({ lowMs: 1e12, highMs: 1e12 });
    try {
      await start(browser, { fileKey });
    } finally {
      browser.server.engine.expectRuns({ lowMs: 100, highMs: 200 });
    }
  },
};

/**
 * Returns a case for each of these error codes. The engine of the case reports this code for the
 * photo.
 */
const found = <Code extends string>(codes: readonly Code[], make: (code: Code) => Ask) =>
  Object.fromEntries(codes.map((one) => [one, make(one)])) as Record<Code, Ask>;

const inspected = <Code extends EngineErrorCode>(
  codes: readonly Code[],
  ask: (browser: Browser, fileKey: string) => Promise<unknown>,
) =>
  found(codes, (refusal) => async (browser) => {
    const fileKey = await uploaded(browser);
    browser.server.engine.refuseNext(refusal);
    await ask(browser, fileKey);
  });

/**
 * Runs tasks until no credits are left. The server gives 6 credits, which are enough for three
 * starts.
 */
const spent = async (browser: Browser) => {
  for (let n = 0; n < 4; n += 1) await endedRecord(browser);
};

/** Returns the same cases for a signed-in user. */
const signedIn = <Cases extends Record<string, Ask>>(cases: Cases): Cases =>
  Object.fromEntries(
    Object.entries(cases).map(([name, ask]): [string, Ask] => [
      name,
      async (browser) => {
        await newUser(browser);
        await ask(browser);
      },
    ]),
  ) as Cases;

const asStart = {
  ...startCases,
  ...inspected(
    [...photoRefusals, 'engine_failed', 'nothing_to_clean', 'nothing_to_improve'],
    (browser, fileKey) => start(browser, { fileKey }),
  ),
};

const find = ({ ports }: Browser, fileKey: string, functionCode = code) =>
  ports.task.findRegions({ functionCode, fileKey }, signal);

const look = async ({ ports }: Browser, change: object = {}) => {
  const image = (await photo(64, 64)).toString('base64');
  const wish = { functionCode: 'enhance', options: {}, image, ...change };
  await ports.task.previewFunction(wish, signal);
};

const gone =
  (ask: (browser: Browser, id: string) => Promise<unknown>): Ask =>
  async (browser) =>
    ask(browser, await goneRecord(browser));

const ofAnother =
  (ask: (browser: Browser, id: string) => Promise<unknown>): Ask =>
  async (browser) =>
    ask(browser, (await endedRecord(browser.another())).id);

const load = ({ ports }: Browser, id: string) => ports.records.loadRecord({ id }, signal);
const cancel = ({ ports }: Browser, id: string) => ports.task.cancelTask({ id }, signal);
const remove = ({ ports }: Browser, id: string) => ports.records.deleteRecord({ id }, signal);
const sign = ({ ports }: Browser, change: object = {}) =>
  ports.task.requestUpload({ format: 'png', functionCode: code, ...change }, signal);

/**
 * The pause between two uploads is long, because the server checks the disk only once a second, and
 * a browser may have only a few unused uploads.
 */
const seldom = { intervalMs: 400 };

const isFull = { failure: { code: 'storage_full' } };

type Own = Exclude<CallName, Exclude<keyof typeof laterCalls, 'preview'>>;

export const tasks: Seam<Own> = {
  preview: {
    succeeds: (browser) => look(browser),
    refused: {
      unknown_function: (browser) => look(browser, { functionCode: 'nothing-like-it' }),
      no_preview: (browser) => look(browser, { functionCode: code }),
      invalid_options: (browser) => look(browser, { options: { colour: 1 } }),
      picture_not_found: (browser) =>
        look(browser, {
          functionCode: 'cut-out',
          options: { background: 'uploads/nothing.png' },
        }),
      ...found([...previewRefusals, 'engine_failed'], (refusal) => async (browser) => {
        browser.server.engine.answerPreviews(async () => {
          throw new EngineError(refusal, 'refused by the stand-in');
        });
        try {
          await look(browser);
        } finally {
          browser.server.engine.answerPreviews(async ({ image }) => ({
            image,
            width: 64,
            height: 64,
          }));
        }
      }),
    },
  },
  setup: { succeeds: ({ ports }) => ports.setup.loadSetup(undefined, signal), refused: {} },
  user: {
    succeeds: async (browser) => {
      await newUser(browser);
      await browser.ports.session.refreshUser(undefined, signal);
    },
    refused: {},
  },
  uploadSignature: {
    succeeds: (browser) => sign(browser),
    refused: {
      unknown_function: (browser) => sign(browser, { functionCode: 'nothing-like-it' }),
      unsupported_format: (browser) => sign(browser, { format: 'heic' }),
      too_many_uploads: async (browser) => {
        for (let n = 0; n < 20; n += 1) await uploaded(browser);
        await sign(browser);
      },
      too_many_guests: async (browser) => {
        for (let n = 0; n < 101; n += 1) {
          for (const name of Object.keys(browser.visitor.cookies))
            delete browser.visitor.cookies[name];
          await sign(browser);
        }
      },
      storage_full: async (browser) => {
        disk.freeBytes = 0;
        try {
          await eventually(() => expect(sign(browser)).rejects.toMatchObject(isFull), seldom);
        } finally {
          disk.freeBytes = 1e12;
          await eventually(() => sign(browser), seldom);
        }
      },
    },
  },
  findRegions: {
    succeeds: async (browser) => find(browser, await uploaded(browser)),
    refused: {
      unknown_function: async (browser) =>
        find(browser, await uploaded(browser), 'nothing-like-it'),
      invalid_options: async (browser) => find(browser, await uploaded(browser), 'enhance'),
      upload_not_found: async (browser) => {
        await uploaded(browser);
        await find(browser, 'uploads/nothing.png');
      },
      upload_used: async (browser) => {
        const fileKey = await uploaded(browser);
        await start(browser, { fileKey });
        await find(browser, fileKey);
      },
      too_many_tasks: async (browser) => {
        const fileKey = await uploaded(browser);
        const leaving = new AbortController();
        browser.server.engine.answerSearches(() => new Promise(() => {}));
        const waiting = [1, 2].map(() =>
          browser.ports.task.findRegions({ functionCode: code, fileKey }, leaving.signal),
        );
        try {
          await browser.server.engine.searchesReach(2);
          await find(browser, fileKey);
        } finally {
          leaving.abort();
          await Promise.allSettled(waiting);
          browser.server.engine.answerSearches(async () => []);
        }
      },
      engine_failed: async (browser) => {
        const fileKey = await uploaded(browser);
        // The engine fails every time, because the client retries after a failure.
        browser.server.engine.answerSearches(async () => {
          throw new EngineError('engine_failed', 'failed by the stand-in');
        });
        try {
          await find(browser, fileKey);
        } finally {
          browser.server.engine.answerSearches(async () => []);
        }
      },
      ...inspected(photoRefusals, (browser, fileKey) => find(browser, fileKey)),
    },
  },
  startTask: {
    succeeds: async (browser) => {
      await newUser(browser);
      await start(browser, { fileKey: await uploaded(browser) });
    },
    refused: signedIn({
      ...asStart,
      '51009': spent,
    }),
  },
  startGuestTask: {
    succeeds: async (browser) => start(browser, { fileKey: await uploaded(browser) }),
    refused: {
      ...asStart,
      daily_limit: spent,
      '51009': async (browser) => {
        await newUser(browser);
        await times(1, () => spent(browser));
        const payload = { fileKey: await uploaded(browser), idempotencyKey: newKey(), options: {} };
        await browser.api('startGuestTask', { params: { code }, payload });
      },
      cookies_needed: (browser) => start(browser, { fileKey: 'uploads/nothing.png' }),
    },
  },
  records: {
    succeeds: async (browser) => {
      await endedRecord(browser);
      await browser.ports.records.listRecords({ cursor: null }, signal);
    },
    refused: {},
  },
  record: {
    succeeds: async (browser) => load(browser, (await endedRecord(browser)).id),
    refused: { record_not_found: ofAnother(load), record_gone: gone(load) },
  },
  attempt: {
    succeeds: async (browser) => {
      const idempotencyKey = newKey();
      await start(browser, { fileKey: await uploaded(browser), idempotencyKey });
      await browser.ports.task.findAttempt({ idempotencyKey }, signal);
    },
    refused: {
      record_not_found: ({ ports }) => ports.task.findAttempt({ idempotencyKey: newKey() }, signal),
      record_gone: async (browser) => {
        const idempotencyKey = newKey();
        const { id } = await start(browser, { fileKey: await uploaded(browser), idempotencyKey });
        await remove(browser, id);
        await browser.ports.task.findAttempt({ idempotencyKey }, signal);
      },
    },
  },
  cancelRecord: {
    succeeds: (browser) =>
      whileBusy(browser, async () => {
        const { id } = await start(browser, { fileKey: await uploaded(browser) });
        await cancel(browser, id);
      }),
    refused: {
      record_not_found: ofAnother(cancel),
      record_gone: gone(cancel),
      record_ended: async (browser) => cancel(browser, (await endedRecord(browser)).id),
    },
  },
  deleteRecord: {
    succeeds: async (browser) => remove(browser, (await endedRecord(browser)).id),
    refused: { record_not_found: ofAnother(remove), record_gone: gone(remove) },
  },
  reportEvent: {
    succeeds: ({ api }) => {
      const payload = {
        test: true,
        channel: '',
        name: 'page_view',
        adInfosDto: { facebook: {}, ga: {} },
      };
      return api('reportEvent', { payload });
    },
    refused: {},
  },
  logEvent: {
    succeeds: ({ api }) => api('logEvent', { payload: { name: 'a line', parameters: {} } }),
    refused: {},
  },
};
