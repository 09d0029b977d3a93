import { describeChart } from '../testing/chart-descriptor.ts';
import { keptPhoto, rejecting } from '../testing/samples.ts';
import { keeperMachine } from './keeper.machine.ts';

const refused = { 'the browser keeps nothing': rejecting({ reason: 'unsupported' }) };

export const keeperDescriptor = describeChart<typeof keeperMachine>({
  machine: keeperMachine,
  charts: {
    'photo.held': { '': { photo: keptPhoto }, another: { photo: { ...keptPhoto, id: 'photo-2' } } },
    'photo.released': { '': { id: keptPhoto.id }, another: { id: 'photo-2' } },
  },
  actors: {
    keepPhoto: { done: { '': undefined }, error: refused },
    forgetPhoto: { done: { '': undefined }, error: refused },
    guardLeaving: { error: refused },
  },
  reads: ({ heldId }) => heldId,
});
