import { accountMachine } from '../account/account.machine.ts';
import { allowanceMachine } from '../allowance/allowance.machine.ts';
import { archiveMachine } from '../archive/archive.machine.ts';
import { batchMachine } from '../batch/batch.machine.ts';
import type { ChartEvents, Message } from '../charts.ts';
import { consentMachine } from '../consent/consent.machine.ts';
import { contactMachine } from '../contact/contact.machine.ts';
import { debugConsoleMachine } from '../debug-console/debug-console.machine.ts';
import { dialogsMachine } from '../dialogs/dialogs.machine.ts';
import type { DialogsContext } from '../dialogs/dialogs.types.ts';
import { encoderMachine } from '../encoder/encoder.machine.ts';
import { freshnessMachine } from '../freshness/freshness.machine.ts';
import { keeperMachine } from '../keeper/keeper.machine.ts';
import { languageMachine } from '../language/language.machine.ts';
import { localisePath } from '../model/locale.ts';
import { isCopyOver, linkTokenIn } from '../model/pages.ts';
import { toolIn } from '../model/tool-filter.ts';
import { overlayMachine } from '../overlay/overlay.machine.ts';
import { ownPictureMachine } from '../own-picture/own-picture.machine.ts';
import { ports } from '../port-actors.ts';
import type { ConnectionPort } from '../ports/connection.port.ts';
import type { LogPort } from '../ports/log.port.ts';
import type { NavigationPort } from '../ports/navigation.port.ts';
import { previewMachine } from '../preview/preview.machine.ts';
import { purchaseMachine } from '../purchase/purchase.machine.ts';
import { recordsMachine } from '../records/records.machine.ts';
import { regionFinderMachine } from '../region-finder/region-finder.machine.ts';
import { selectFound } from '../region-finder/region-finder.selectors.ts';
import { removalsMachine } from '../removals/removals.machine.ts';
import { resultMachine } from '../result/result.machine.ts';
import { runsMachine } from '../runs/runs.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import { studioMachine } from '../studio/studio.machine.ts';
import { subscriptionMachine } from '../subscription/subscription.machine.ts';
import { tabsMachine } from '../tabs/tabs.machine.ts';
import { toastMachine } from '../toast/toast.machine.ts';
import { unseenMachine } from '../unseen/unseen.machine.ts';
import { unsubscribeMachine } from '../unsubscribe/unsubscribe.machine.ts';
import { type Crash, child, dialog } from './child-row.ts';

/**
 * Returns a message to the requester of each queued dialog: after a crash of the dialog chart,
 * every dialog counts as cancelled.
 */
const cancelled = ({ last }: Crash): Message[] => {
  const { queue = [] } = (last?.context ?? {}) as Partial<DialogsContext>;
  return queue.flatMap(({ id, requester }) =>
    requester
      ? [{ to: requester, event: { type: 'dialog.answered', id, answer: 'cancelled' } }]
      : [],
  );
};

/**
 * Returns the event that reports the found regions to the studio. Sent after a crash of the studio
 * or the region finder, because the two charts would otherwise disagree about the regions.
 */
const regionsFound = (finder: ReturnType<Crash['snapshotOf']>) => ({
  type: 'regions.changed' as const,
  found: finder ? selectFound(finder as Parameters<typeof selectFound>[0]) : null,
});

/**
 * All charts by systemId. The charts that the root starts are listed in start order. Typed
 * references, ports, crash handling, tests and tools use this table (docs/how-to/add-a-chart.md).
 */
export const children = {
  log: child({
    machine: ports({ sinks: ['writeLog'] }).of<LogPort>().writeLog,
    lifetime: 'app',
    essential: false,
  }),
  toast: child({ machine: toastMachine, lifetime: 'app', essential: false }),
  debugConsole: child({ machine: debugConsoleMachine, lifetime: 'app', essential: false }),
  dialogs: child({
    machine: dialogsMachine,
    lifetime: 'app',
    essential: true,
    afterCrash: cancelled,
  }),
  overlay: child({
    machine: overlayMachine,
    lifetime: 'app',
    essential: false,
    // opens the overlay chart again if a run is in progress, but without covering the page
    afterCrash: ({ snapshotOf }) => [
      ...(snapshotOf('runs')?.matches?.('following')
        ? ([
            { to: 'overlay', event: { type: 'overlay.opened', counter: true, away: true } },
          ] as const)
        : []),
      { to: 'runs', event: { type: 'overlay.left' } },
    ],
  }),
  language: child({
    machine: languageMachine,
    lifetime: 'app',
    essential: true,
    input: ({ path, locale, messages }) => ({ path: localisePath(path, locale), messages }),
  }),
  session: child({ machine: sessionMachine, lifetime: 'app', essential: true }),
  tabs: child({ machine: tabsMachine, lifetime: 'app', essential: false }),
  consent: child({ machine: consentMachine, lifetime: 'app', essential: false }),
  allowance: child({ machine: allowanceMachine, lifetime: 'app', essential: false }),
  unseen: child({
    machine: unseenMachine,
    lifetime: 'app',
    essential: false,
    input: ({ path }) => ({ path }),
  }),
  runs: child({
    machine: runsMachine,
    lifetime: 'app',
    essential: true,
    // after this crash, the studio restores unfinished work from the device and the server, like
    // after a page load
    afterCrash: () => [
      { to: 'overlay', event: { type: 'overlay.closed' } },
      { to: 'studio', event: { type: 'runs.crashed' } },
      { to: 'batch', event: { type: 'runs.crashed' } },
    ],
  }),
  studio: child({
    machine: studioMachine,
    lifetime: 'app',
    essential: true,
    // stops all runs, because the new studio restores the unfinished work of these runs itself
    afterCrash: ({ snapshotOf }) => [
      { to: 'runs', event: { type: 'studio.crashed' } },
      { to: 'batch', event: { type: 'runs.crashed' } },
      { to: 'studio', event: regionsFound(snapshotOf('regionFinder')) },
    ],
  }),
  batch: child({
    machine: batchMachine,
    lifetime: 'app',
    essential: true,
    // the new batch has no photos, so the runs of the crashed batch become background runs
    afterCrash: () => [{ to: 'runs', event: { type: 'batch.crashed' } }],
  }),
  purchase: child({
    machine: purchaseMachine,
    lifetime: 'app',
    essential: false,
    input: ({ path }) => ({ path }),
  }),
  regionFinder: child({
    machine: regionFinderMachine,
    lifetime: 'app',
    essential: false,
    afterCrash: () => [{ to: 'studio', event: regionsFound(undefined) }],
  }),
  ownPicture: child({
    machine: ownPictureMachine,
    lifetime: 'app',
    essential: false,
    afterCrash: () => [
      { to: 'studio', event: { type: 'picture.changed', fileKey: null } },
      { to: 'batch', event: { type: 'picture.changed', fileKey: null } },
    ],
  }),
  preview: child({ machine: previewMachine, lifetime: 'app', essential: false }),
  encoder: child({ machine: encoderMachine, lifetime: 'app', essential: false }),
  // The result page has its own encoder, because the studio may show another picture.
  resultEncoder: child({ machine: encoderMachine, lifetime: 'app', essential: false }),
  removals: child({ machine: removalsMachine, lifetime: 'app', essential: false }),
  archive: child({ machine: archiveMachine, lifetime: 'app', essential: false }),
  keeper: child({ machine: keeperMachine, lifetime: 'app', essential: false }),
  freshness: child({
    machine: freshnessMachine,
    lifetime: 'app',
    essential: false,
    input: ({ path }) => ({ path }),
  }),
  connection: child({
    machine: ports({ streams: ['watchConnection'] }).of<ConnectionPort>().watchConnection,
    lifetime: 'app',
    essential: false,
  }),
  location: child({
    machine: ports({ streams: ['watchLocation'] }).of<NavigationPort>().watchLocation,
    lifetime: 'app',
    essential: false,
  }),
  document: child({
    machine: ports({ sinks: ['loadDocument'] }).of<NavigationPort>().loadDocument,
    lifetime: 'app',
    essential: false,
  }),
  records: child({
    machine: recordsMachine,
    lifetime: 'page',
    page: 'record',
    input: ({ shown }) => ({ tool: toolIn(shown.path) }),
  }),
  result: child({
    machine: resultMachine,
    lifetime: 'page',
    page: 'result',
    input: ({ shown }) => ({ recordId: shown.recordId, tool: toolIn(shown.path) }),
  }),
  account: child({
    machine: accountMachine,
    lifetime: 'page',
    page: 'account',
    input: ({ visitor, shown }) => ({ visitor, isCopyOver: isCopyOver(shown.path) }),
  }),
  contact: child({
    machine: contactMachine,
    lifetime: 'page',
    page: 'contact-us',
    input: ({ visitor }) => ({ visitor }),
  }),
  unsubscribe: child({
    machine: unsubscribeMachine,
    lifetime: 'page',
    page: 'unsubscribe',
    input: ({ shown }) => ({ token: linkTokenIn(shown.path) }),
  }),
  subscription: child({
    machine: subscriptionMachine,
    lifetime: 'page',
    page: 'manage-membership-plan',
    input: ({ visitor }) => ({ visitor }),
  }),
  signIn: dialog(async () => (await import('../sign-in/sign-in.machine.ts')).signInMachine),
  accountChange: dialog(
    async () => (await import('../account-change/account-change.machine.ts')).accountChangeMachine,
  ),
  checkout: dialog(async () => (await import('../checkout/checkout.machine.ts')).checkoutMachine),
  orderCheck: dialog(
    async () => (await import('../order-check/order-check.machine.ts')).orderCheckMachine,
  ),
  // the order dialog for passes that last days; the dialog shows the time of expiry (R15, R53)
  dayOrderCheck: dialog(
    async () => (await import('../order-check/order-check.machine.ts')).orderCheckMachine,
  ),
  cancellation: dialog(
    async () => (await import('../cancellation/cancellation.machine.ts')).cancellationMachine,
  ),
  messageBox: dialog(
    async () => (await import('../message-box/message-box.machine.ts')).messageBoxMachine,
  ),
} satisfies Record<Exclude<keyof ChartEvents, 'app'>, unknown> & Record<string, unknown>;
