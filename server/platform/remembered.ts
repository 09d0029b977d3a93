/**
 * Caches the answers of a pure function that every request calls.
 * @param max maximum number of answers; the oldest answer is removed first
 */
export function remembered<Answer>(
  answer: (text: string) => Answer,
  max = 10_000,
): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const found = answer(text);
    const [oldest] = answers.keys();
    if (answers.size >= max && oldest !== undefined) answers.delete(oldest);
    answers.set(text, found);
    return found;
  };
}
