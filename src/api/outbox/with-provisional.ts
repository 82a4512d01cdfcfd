type Row = { index: number };

/** A row of what this device made under a provisional index; `sentAs` is the index that the server gave it. */
type Made = Row & { sentAs?: number | undefined };

/**
 * The rows of a list that was read, with those that this device made and the list does not have. A sent one gets the
 * index that the server gave it; only `asked` keeps its provisional index, because what is being typed names it by that.
 */
export function withProvisional<Read extends Row, Own extends Read & Made>(
  read: readonly Read[],
  { unread, asked }: { unread: readonly Own[]; asked?: Own | null | undefined },
): Read[] {
  const others = asked?.sentAs === undefined ? read : read.filter(({ index }) => index !== asked.sentAs);
  const missing = unread.filter(
    ({ index, sentAs }) => index !== asked?.index && !read.some((one) => one.index === sentAs),
  );
  return [
    ...others,
    ...missing.map((made) => ({ ...made, index: made.sentAs ?? made.index })),
    ...(asked ? [asked] : []),
  ];
}
