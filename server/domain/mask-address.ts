/** `m•••@example.com`: enough for its owner to know it, for nobody else to use it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${first}•••${address.slice(at)}`;
}
