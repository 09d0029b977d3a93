import type { RuntimeConfig } from '../../../contract/runtime-config.ts';
import type { Config } from './config.ts';
import { retentionWords } from './retention-words.ts';

const firebaseForBrowser = ({ keysUrl: _keysUrl, ...browsers }: NonNullable<Config['firebase']>) =>
  browsers;

/** Returns the part of the configuration that is sent to browsers. */
export const runtimeConfigOf = (config: Config): RuntimeConfig => ({
  runEnv: config.runEnv,
  apiBaseUrl: config.apiBaseUrl,
  websiteId: config.websiteId,
  product: config.product,
  company: config.company,
  address: config.address,
  email: config.email,
  ...(config.companyDetails ? { companyDetails: config.companyDetails } : {}),
  ...(config.processors ? { processors: config.processors } : {}),
  retention: retentionWords(config.retentionDays),
  ...(config.firebase ? { firebase: firebaseForBrowser(config.firebase) } : {}),
  ...(config.trackers ? { trackers: config.trackers } : {}),
});
