import { recordsSetup } from './records.setup.ts';

type Toggled = { event: { id: string } };

/** The selection of records, which are then deleted or saved together. */
export const selection = recordsSetup.createStateConfig({
  initial: 'off',
  states: {
    off: {
      meta: { view: 'the list' },
      on: { 'records.selecting': { guard: 'canSelect', target: 'on' } },
    },
    on: {
      exit: 'clearSelected',
      meta: {
        view: 'the list with a checkbox on each card, and what to do with the selected ones',
      },
      on: {
        'records.toggled': {
          // a task that is still running can be neither deleted nor saved
          guard: { type: 'hasEnded', params: ({ event }: Toggled) => event },
          actions: { type: 'toggle', params: ({ event }: Toggled) => event },
        },
        'records.allToggled': { actions: 'toggleAll' },
        'records.selectionLeft': { target: 'off' },
        // records that could not be deleted stay selected
        'removal.done': { guard: 'isNothingSelected', target: 'off' },
      },
    },
  },
});
