/** These codes are stable. docs/how-to/operate.md says for each code what to do. */
export const operatorErrorCodes = [
  ...['invalid_input', 'unknown_command', 'order_not_found', 'owner_not_found', 'owner_closed'],
  ...['not_paid', 'nothing_left', 'amount_too_high', 'key_reused'],
] as const;

/** Thrown if an operator command is refused. `message` is a sentence for the operator. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly code: (typeof operatorErrorCodes)[number];

  constructor(code: OperatorError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
