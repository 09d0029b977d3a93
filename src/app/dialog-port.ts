import { loadDialogChart } from '../../machines/app/children.derived.ts';
import { withPorts } from '../../machines/port-actors.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import type { DialogPort } from '../../machines/ports/dialog.port.ts';
import { PortError } from '../../machines/ports/port-failure.ts';
import type { DialogStore } from './dialog-store.ts';

/** @param ports the ports for the dialogs' charts */
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
