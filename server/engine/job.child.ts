import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { EngineError, type EngineResult } from './engine.port.ts';
import { bodyOf } from './functions/body-of.ts';
import { ProviderChoices } from './network/provider-choices.ts';
import { Sessions } from './network/sessions.ts';
import { serveJobs } from './pool/serve-jobs.ts';
import { type JobOrder, runJob } from './run-job.ts';

// Every photo is decoded only once, so a cache would waste memory.
sharp.cache(false);

// Requests of visitors have priority over jobs. Threads inherit the priority, so it is set first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

serveJobs<JobOrder, EngineResult>(({ modelsDir, manifests, runtime, choicesPath, account }) => {
  const sessions = new Sessions({ runtime, choices: new ProviderChoices(choicesPath) });
  return async (job, control) => {
    const manifest = manifests.find(({ code }) => code === job.code);
    if (!manifest) throw new EngineError('unknown_function', `There is no function "${job.code}"`);
    await sessions.renew(job);
    const body = await bodyOf(manifest);
    return runJob({ job, manifest, body, sessions, modelsDir, account, ...control });
  };
});
