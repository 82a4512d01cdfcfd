/** The parsed body; undefined when it is not JSON: cut off, empty, or an error page of a gateway. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
