/** The message of a thrown value. */
export const faultOf = (thrown: unknown): string => {
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  return said.startsWith('Infinite loop')
    ? 'its `always` or raised events never come to rest'
    : said;
};
