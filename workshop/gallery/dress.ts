import type { Photo } from '../../machines/model/photo.ts';
import type { TaskRecord } from '../../machines/model/task-record.ts';
import { PortError, type PortFailure } from '../../machines/ports/port-failure.ts';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { sampleOffer } from '../../machines/testing/sample-offer.ts';
import { ownPhoto, withPictures } from './samples.ts';

type Plain = Record<string, unknown>;
type Samples = Readonly<Plain>;
type SamplesIn = Samples | ((context: never) => Samples);

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/*
 * Recognises records by their fields, because descriptors create their samples in different ways.
 */
const isRecord = (value: Plain): boolean => 'dealStatus' in value && 'revision' in value;
const isPhoto = (value: Plain): boolean => 'thumbnailUrl' in value && 'decodable' in value;
const isSetup = (value: Plain): boolean => 'functionCredits' in value && 'functions' in value;

function dressPhoto(photo: Photo): Photo {
  const isUsual = photo.width > 100 && photo.width < 1000;
  const { width, height, bytes } = isUsual ? ownPhoto : photo;
  const thumbnailUrl = photo.decodable ? ownPhoto.thumbnailUrl : null;
  return { ...photo, name: ownPhoto.name, width, height, bytes, thumbnailUrl };
}

/* Samples contain an error code where a server sends a sentence. */
const dressFailure = (failure: PortFailure): PortFailure =>
  failure.reason === 'refused' && failure.msg === failure.code
    ? { ...failure, msg: 'The server says why.' }
    : failure;

/** Replaces pictures and functions in samples by real ones that can be displayed. */
export function dress(value: unknown): unknown {
  if (value instanceof PortError) return new PortError(dressFailure(value.failure));
  if (!isPlain(value)) return value;
  if (Array.isArray(value)) return value.map(dress);
  if (isSetup(value)) return sampleOffer;
  if (isPhoto(value)) return dressPhoto(value as Photo);
  if (isRecord(value)) return withPictures(value as TaskRecord);
  if (value.reason === 'refused') return dressFailure(value as PortFailure);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, dress(inner)]));
}

const dressSamples = (given: SamplesIn): SamplesIn =>
  typeof given === 'function'
    ? (context: never) => dress(given(context)) as Samples
    : (dress(given) as Samples);

const dressEach = (given: object | undefined): Plain =>
  Object.fromEntries(
    Object.entries(given ?? {}).map(([name, samples]) => [name, dressSamples(samples)]),
  );

/** Returns the descriptor with displayable samples. */
export function dressModel(model: ChartDescriptor): ChartDescriptor {
  const actors = Object.entries(model.actors ?? {}).map(([id, kinds]) => [id, dressEach(kinds)]);
  const dressed = {
    ...model,
    people: dressEach(model.people),
    charts: dressEach(model.charts),
    actors: Object.fromEntries(actors),
  };
  return dressed as ChartDescriptor;
}
