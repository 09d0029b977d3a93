import { debugConsoleMachine } from '../debug-console/debug-console.machine.ts';
import { languageMachine } from '../language/language.machine.ts';
import { callActor, sinkActor, streamActor } from '../port-actors.ts';
import type { AppPorts } from '../ports/app-ports.ts';
import { recordsMachine } from '../records/records.machine.ts';
import { resultMachine } from '../result/result.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import { taskMachine } from '../task/task.machine.ts';
import { appMachine } from './app.machine.ts';

const provideLanguage = ({ language, navigation }: AppPorts) =>
  languageMachine.provide({
    actors: {
      readLanguageSigns: callActor(language.readLanguageSigns),
      loadMessages: callActor(language.loadMessages),
      saveLanguage: callActor(language.saveLanguage),
      navigate: callActor(navigation.navigate),
    },
  });

const provideSession = ({ session }: AppPorts) =>
  sessionMachine.provide({
    actors: {
      restoreSession: callActor(session.restoreSession),
      refreshUser: callActor(session.refreshUser),
      keepUser: callActor(session.keepUser),
      clearSession: callActor(session.clearSession),
    },
  });

const provideTask = ({ photo, task }: AppPorts) =>
  taskMachine.provide({
    actors: {
      inspectPhoto: callActor(photo.inspectPhoto),
      preparePhoto: callActor(photo.preparePhoto),
      createKey: callActor(task.createKey),
      requestUpload: callActor(task.requestUpload),
      upload: streamActor(task.upload),
      startTask: callActor(task.startTask),
      findRunningTask: callActor(task.findRunningTask),
      watchRecord: streamActor(task.watchRecord),
      cancelTask: callActor(task.cancelTask),
    },
  });

const provideRecords = ({ records, task }: AppPorts) =>
  recordsMachine.provide({
    actors: {
      listRecords: callActor(records.listRecords),
      deleteRecord: callActor(records.deleteRecord),
      watchRecord: streamActor(task.watchRecord),
    },
  });

const provideResult = ({ records, task }: AppPorts) =>
  resultMachine.provide({
    actors: {
      loadRecord: callActor(records.loadRecord),
      deleteRecord: callActor(records.deleteRecord),
      cancelTask: callActor(task.cancelTask),
      watchRecord: streamActor(task.watchRecord),
    },
  });

const provideDebugConsole = ({ debugConsole }: AppPorts) =>
  debugConsoleMachine.provide({
    actors: {
      readDebugSigns: callActor(debugConsole.readDebugSigns),
      watchConsole: streamActor(debugConsole.watchConsole),
      copyReport: callActor(debugConsole.copyReport),
    },
  });

/** The root chart with every port put in, its own and those of the charts it starts. */
export const provideApp = (ports: AppPorts): typeof appMachine =>
  appMachine.provide({
    actors: {
      loadSetup: callActor(ports.setup.loadSetup),
      saveCampaign: callActor(ports.campaign.saveCampaign),
      navigate: callActor(ports.navigation.navigate),
      watchConnection: streamActor(ports.connection.watchConnection),
      writeLog: sinkActor(ports.log.writeLog),
      debugConsole: provideDebugConsole(ports),
      language: provideLanguage(ports),
      session: provideSession(ports),
      task: provideTask(ports),
      records: provideRecords(ports),
      result: provideResult(ports),
    },
  });
