import { recordsSetup } from './records.setup.ts';

type WithId<Id> = { event: { id: Id } };

/** The selection of records, which are then deleted or saved together. */
export const selection = recordsSetup.createStateConfig({
  initial: 'off',
  states: {
    off: {
      meta: { view: 'the list' },
      on: { 'records.selectionToggled': { guard: 'canSelect', target: 'on' } },
    },
    on: {
      exit: 'clearSelected',
      meta: {
        view: 'the list with a checkbox on each card, and what to do with the selected ones',
      },
      on: {
        'records.toggled': {
          // a task that is still running can be neither deleted nor saved
          guard: { type: 'hasEnded', params: ({ event }: WithId<string>) => event },
          actions: { type: 'toggle', params: ({ event }: WithId<string>) => event },
        },
        'records.allToggled': { guard: 'isComplete', actions: 'toggleAll' },
        'list.completed': { actions: 'selectAll' },
        'records.selectionToggled': { target: 'off' },
        'records.selectionLeft': { target: 'off' },
        // records that could not be deleted stay selected
        'removal.done': {
          guard: {
            type: 'isOnlySelected',
            params: ({ event }: WithId<string | null>) => event,
          },
          target: 'off',
        },
      },
    },
  },
});
