/** Position in thousandths of the picture, from its upper left corner. */
export type LabelPlace = { x: number; y: number; isBelow: boolean };

/** Size of a label on the narrowest phone, in the same thousandths. */
const FIGURE = { width: 130, height: 140 } as const;
/** The mark of the current temperature with its label, which extends towards the centre. */
const MARK = { width: 330, height: 150, dot: 30 } as const;

/**
 * The position of a range's label: above its line in the middle, or the nearest free position if the mark of the
 * current temperature is there.
 */
export function labelPlace(
  { from, to, line }: { from: number; to: number; line: number },
  mark: { x: number; y: number } | undefined,
): LabelPlace {
  const half = FIGURE.width / 2;
  const middle = (from + to) / 2;
  const sides = [middle, Math.min(from + half, middle), Math.max(to - half, middle)];
  const places = [false, true].flatMap((isBelow) => sides.map((x) => ({ x, y: line, isBelow })));
  const preferred = { x: middle, y: line, isBelow: false };
  if (!mark) return preferred;
  const isRight = mark.x > 500;
  const [left, right] = isRight ? [mark.x - MARK.width, mark.x + MARK.dot] : [mark.x - MARK.dot, mark.x + MARK.width];
  const isFree = ({ x, y, isBelow }: LabelPlace) => {
    const top = isBelow ? y : y - FIGURE.height;
    const isBeside = x + half < left || x - half > right;
    const isApart = top + FIGURE.height < mark.y - MARK.height / 2 || top > mark.y + MARK.height / 2;
    return isBeside || isApart;
  };
  // A mark on the line itself leaves no room at it: the label clears the mark, below or else above.
  const below = { x: middle, y: mark.y + MARK.height / 2 + 1, isBelow: true };
  const above = { x: middle, y: mark.y - MARK.height / 2 - 1, isBelow: false };
  const clear = below.y + FIGURE.height <= 1_000 ? below : above;
  return places.find(isFree) ?? clear;
}
