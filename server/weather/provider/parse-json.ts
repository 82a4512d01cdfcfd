/** What a body says; undefined where it is no JSON: cut off, empty, or a page of a gateway. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
