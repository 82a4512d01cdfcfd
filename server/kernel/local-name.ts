/** Whether a name or address, with or without a port, means this machine to whoever uses it, wherever they are. */
export function isLocalName(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])(?::\d{1,5})?$/i.test(host);
}
