import { appModel } from '../../machines/app/app.model.ts';
import type { ChartModel } from '../../machines/chart-model.ts';
import { debugConsoleModel } from '../../machines/debug-console/debug-console.model.ts';
import { dialogsModel } from '../../machines/dialogs/dialogs.model.ts';
import { languageModel } from '../../machines/language/language.model.ts';
import { taskRecordModel } from '../../machines/lifecycle/task-record/task-record.model.ts';
import { overlayModel } from '../../machines/overlay/overlay.model.ts';
import { recordsModel } from '../../machines/records/records.model.ts';
import { resultModel } from '../../machines/result/result.model.ts';
import { sessionModel } from '../../machines/session/session.model.ts';
import { taskModel } from '../../machines/task/task.model.ts';
import { toastModel } from '../../machines/toast/toast.model.ts';

/** Every chart there is, by its machine id. */
export const charts: Readonly<Record<string, ChartModel>> = {
  app: appModel,
  language: languageModel,
  session: sessionModel,
  overlay: overlayModel,
  toast: toastModel,
  debugConsole: debugConsoleModel,
  dialogs: dialogsModel,
  task: taskModel,
  records: recordsModel,
  result: resultModel,
  taskRecord: taskRecordModel,
};

/** systemIds that a chart may send to. */
export const neighbours: readonly string[] = [...Object.keys(charts), 'log'];
