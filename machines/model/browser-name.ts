/**
 * Returns the browser's user agent without the mark of a headless browser. The bot detector then
 * treats a headless browser as a person (decision 0010).
 */
export const nameForBotDetector = (userAgent: string): string =>
  userAgent.replace('HeadlessChrome', 'Chrome');
