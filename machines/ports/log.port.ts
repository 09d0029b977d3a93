import type { PortSink } from './port.ts';

export type LogMessage = {
  type: 'log.written';
  level: 'info' | 'warning' | 'error';
  name: string;
  /** short values only, because they are sent to POST /v1/event/track/log */
  parameters: Record<string, string | number | boolean | null>;
};

export type LogPort = {
  /** The operation log (R40, R41). */
  writeLog: PortSink<LogMessage>;
};
