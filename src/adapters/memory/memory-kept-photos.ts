import type { AppPorts } from '../../../machines/ports/app-ports.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import type { MemoryWorld } from './memory-world.ts';

export function createMemoryKeptPhotos(world: MemoryWorld): AppPorts['keptPhotos'] {
  const without = (id: string) => (world.keptPhotos ?? []).filter((kept) => kept.id !== id);
  const find = (inHand: readonly string[]) =>
    world.keptPhotos?.findLast(({ id }) => !inHand.includes(id)) ?? null;
  return {
    keepPhoto: async (photo) => {
      if (!world.keptPhotos) throw new PortError({ reason: 'unsupported', call: 'keepPhoto' });
      world.keptPhotos = [...without(photo.id), photo];
    },
    forgetPhoto: async ({ id }) => {
      if (world.keptPhotos) world.keptPhotos = without(id);
    },
    takeKeptPhoto: async ({ inHand }) => find(inHand),
    watchKeptPhotos: ({ inHand }, emit) => {
      const kept = find(inHand);
      emit(kept ? { type: 'keptPhoto.found', kept } : { type: 'keptPhoto.nowhere' });
      return () => {};
    },
    guardLeaving: () => () => {},
  };
}
