/** Name and error of a field by the part of a condition that it edits: 'when.items.0' and 'value' are one field. */
export function partsOf(name: string, errorOf: (name: string) => string | undefined) {
  return (part: string) => ({ name: `${name}.${part}`, error: errorOf(`${name}.${part}`) });
}
