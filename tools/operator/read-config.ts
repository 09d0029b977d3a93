import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../../server/platform/config/config.ts';
import { root } from '../build/fingerprint.ts';
import { fail } from '../cli/bad-call.ts';

/** Returns the server's configuration, including `.env`. @throws BadCall with all problems */
export function readOperatorConfig(): Config {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
}
