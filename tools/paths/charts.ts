import { appDescriptor } from '../../machines/app/app.descriptor.ts';
import { debugConsoleDescriptor } from '../../machines/debug-console/debug-console.descriptor.ts';
import { dialogsDescriptor } from '../../machines/dialogs/dialogs.descriptor.ts';
import { languageDescriptor } from '../../machines/language/language.descriptor.ts';
import { taskRecordDescriptor } from '../../machines/lifecycle/task-record/task-record.descriptor.ts';
import { overlayDescriptor } from '../../machines/overlay/overlay.descriptor.ts';
import { recordsDescriptor } from '../../machines/records/records.descriptor.ts';
import { resultDescriptor } from '../../machines/result/result.descriptor.ts';
import { sessionDescriptor } from '../../machines/session/session.descriptor.ts';
import { taskDescriptor } from '../../machines/task/task.descriptor.ts';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { toastDescriptor } from '../../machines/toast/toast.descriptor.ts';

/** Every chart by its machine id. */
export const charts: Readonly<Record<string, ChartDescriptor>> = {
  app: appDescriptor,
  language: languageDescriptor,
  session: sessionDescriptor,
  overlay: overlayDescriptor,
  toast: toastDescriptor,
  debugConsole: debugConsoleDescriptor,
  dialogs: dialogsDescriptor,
  task: taskDescriptor,
  records: recordsDescriptor,
  result: resultDescriptor,
  taskRecord: taskRecordDescriptor,
};

/** The systemIds that a chart may send to. */
export const neighbours: readonly string[] = [...Object.keys(charts), 'log'];
