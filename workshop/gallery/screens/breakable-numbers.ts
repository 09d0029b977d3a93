/** Returns the texts with a number of an order or of a receipt outside `WholeNumber`. */
export function breakableNumbers(shown: Element): string[] {
  const texts = [shown, ...shown.querySelectorAll('*')].flatMap((element) =>
    element.matches('.whole-number') ? [] : [...element.childNodes],
  );
  return texts.flatMap(({ nodeType, nodeValue }) =>
    nodeType === Node.TEXT_NODE && /\bLW-\w{4}-/.test(nodeValue ?? '') ? [nodeValue ?? ''] : [],
  );
}
