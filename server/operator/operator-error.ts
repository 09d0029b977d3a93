/** Each is stable; docs/how-to/operate.md says what to do. */
export const operatorErrorCodes = [
  ...['invalid_input', 'unknown_command', 'order_not_found', 'owner_not_found', 'owner_closed'],
  ...['not_paid', 'nothing_left', 'amount_too_high', 'key_reused'],
] as const;

/** Why an operator command was refused; `message` is a sentence for the operator. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly code: (typeof operatorErrorCodes)[number];

  constructor(code: OperatorError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
