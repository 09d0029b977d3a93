/**
 * The browser's name for the bot detector: a headless browser counts as a person, unless its name says that it
 * is a bot (decision 0010).
 */
export const nameForBotDetector = (userAgent: string): string =>
  userAgent.replace('HeadlessChrome', 'Chrome');
