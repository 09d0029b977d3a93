import { loadDialogChart } from '../../machines/app/children.derived.ts';
import { withPorts } from '../../machines/port-actors.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import type { DialogPort } from '../../machines/ports/dialog.port.ts';
import { PortError } from '../../machines/ports/port-failure.ts';
import type { DialogStore } from './dialog-store.ts';

/**
 * Creates the port that loads dialogs.
 * @param ports the ports for the charts of the dialogs
 */
export const createDialogPort = (
  dialogs: Pick<DialogStore, 'load'>,
  ports: () => AppPorts,
): DialogPort => ({
  loadDialog: async ({ kind }) => {
    try {
      const [chart] = await Promise.all([loadDialogChart(kind), dialogs.load(kind)]);
      return withPorts(chart, ports());
    } catch (cause) {
      const reason = navigator.onLine ? 'unexpected' : 'offline';
      throw new PortError({ reason, call: 'loadDialog', msg: String(cause) }, { cause });
    }
  },
});
