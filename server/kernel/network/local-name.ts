/** Whether a host, with or without a port, means the local machine for every client. */
export function isLocalName(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])(?::\d{1,5})?$/i.test(host);
}
