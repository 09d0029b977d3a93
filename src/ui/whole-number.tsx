/** Shows the number of an order or of a receipt, which never breaks at its hyphens. */
export const WholeNumber = ({ children }: { children: string | null }) => (
  <span className="whole-number">{children}</span>
);
