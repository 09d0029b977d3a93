import { describe, expect, it } from 'vitest';
import { sampleCut, samplePreview } from '../../machines/testing/sample-look.ts';
import { guest, measuredRecord, member, recordOf } from '../../machines/testing/samples.ts';
import { FaultLayer } from '../../tests/browser/paths/fault-layer.ts';
import { quiet, shownRecord, uploadTicket, wireOffer } from '../../tests/browser/paths/scene.ts';
import { type Answer, type Call, complaintOf } from '../../tests/browser/paths/scripted-answer.ts';

const known: [Call, Answer][] = [
  ['loadSetup', { obj: wireOffer }],
  ['refreshUser', { obj: guest }],
  ['refreshUser', { obj: member }],
  ['listRecords', { obj: { records: [measuredRecord, recordOf('r2', 5)], nextCursor: 'next' } }],
  ['loadRecord', { obj: shownRecord }],
  ['requestUpload', uploadTicket],
  ['deleteRecord', { obj: null }],
  ['readMailChoice', { obj: { address: 'a•••@example.com', subscribed: true } }],
  ['upload', { obj: null }],
  ['upload', { code: 'EntityTooLarge' }],
  ['upload', { code: 'InternalError' }],
  ['findRegions', { obj: { regions: [{ left: 0, top: 0.5, width: 0.25, height: 0.5 }] } }],
  ['previewFunction', { obj: { image: sampleCut.image, width: 24, height: 24 } }],
  ['previewFunction', { code: 'no_preview' }],
  ['watchRecord', { code: 'record_gone' }],
  ['startTask', { status: 501 }],
  ['startTask', 'broken'],
];

const { credits: _, ...withoutCredits } = recordOf('r1', 2);

const unknown: Record<string, [Call, Answer]> = {
  'a code that is not in the catalogue': ['startTask', { code: '500' }],
  'a record without its price': ['loadRecord', { obj: withoutCredits }],
  'a field that the server does not send': [
    'loadRecord',
    { obj: { ...shownRecord, mood: 'good' } },
  ],
  'nothing where a record is asked for': ['loadRecord', { obj: null }],
  'a record where nothing is sent': ['deleteRecord', { obj: shownRecord }],
  'a status of the record that does not exist': [
    'watchRecord',
    { obj: { ...shownRecord, dealStatus: 7 } },
  ],
  'the answer of another call': ['refreshUser', { obj: wireOffer }],
  'a time without a zone': [
    'refreshUser',
    { obj: { ...guest, allowance: { ...guest.allowance, resetsAt: '2027-01-02' } } },
  ],
  'an address where the bytes of a first look are sent': [
    'previewFunction',
    { obj: samplePreview },
  ],
  'a first look without a size': ['previewFunction', { obj: { image: sampleCut.image } }],
  'a code of the storage that does not exist': ['upload', { code: 'NotToday' }],
  'a success without a body': ['loadSetup', { status: 200 }],
};

describe('a scripted answer', () => {
  it.each(known)('of %s is one that the contract knows: %o', (call, answer) => {
    expect(complaintOf(call, answer)).toBeUndefined();
  });

  it.each(Object.entries(unknown))('is refused with %s', async (_case, [call, answer]) => {
    const layer = new FaultLayer('http://127.0.0.1');
    const refused = 'no server answers like this';
    expect(() => layer.begin({ ...quiet, [call]: answer })).toThrow(refused);
    expect(() => layer.background(call, answer)).toThrow(refused);
    await expect(layer.answer(call, answer)).rejects.toThrow(refused);
  });
});
