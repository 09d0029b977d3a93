import { expect } from 'vitest';
import { type AiRecord, aiRecord } from '../../contract/records.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import type { Visitor } from '../testing/visitor.fixture.ts';

/* Helpers that read records as visitors do. */

export const recordsPath = '/v1/ai-function-record';

/**
 * Returns a record.
 * @param query query string of a waiting request, with its question mark
 */
export const detail = async (visitor: Visitor, id: string, query = ''): Promise<AiRecord> =>
  aiRecord.parse((await visitor.call('GET', `${recordsPath}/detail/${id}${query}`)).obj);

/** Resolves with the record when it has this status. */
export const reaches = (visitor: Visitor, id: string, dealStatus: number): Promise<AiRecord> =>
  eventually(async () => {
    const record = await detail(visitor, id);
    expect(record.dealStatus).toBe(dealStatus);
    return record;
  });

/** Uploads a photo and starts a task with it. */
export const startWith = async (
  visitor: Visitor,
  photo: Buffer,
  options: { code?: string; madeFrom?: string } = {},
): Promise<AiRecord> =>
  aiRecord.parse((await visitor.start(await visitor.upload(photo), options)).obj);
