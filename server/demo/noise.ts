/**
 * Deterministic noise: each value is a pure function of a seed and a position, so that any instant can be computed in
 * any order and a restart changes nothing. This one is uniform in [0, 1) for a seed and one or two whole numbers (32
 * bits each).
 */
export function hash01(seed: number, a: number, b = 0): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(a, 0xc2b2ae35) ^ Math.imul(b, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return ((h ^ (h >>> 14)) >>> 0) / 4_294_967_296;
}

/** Approximately normal, mean 0, standard deviation 1, never beyond ±3 (the sum of three uniform values). */
export function bell(seed: number, a: number): number {
  return 2 * (hash01(seed, a, 1) + hash01(seed, a, 2) + hash01(seed, a, 3) - 1.5);
}

/** Interpolation between knots reduces the spread; this factor restores a standard deviation of 1. */
const BETWEEN_KNOTS = 1.16;

/** Smooth noise with a correlation length of about one unit of x: mean 0, standard deviation 1, continuous slope. */
export function smoothNoise(seed: number, x: number): number {
  const knot = Math.floor(x);
  const f = x - knot;
  const weight = f * f * (3 - 2 * f);
  return BETWEEN_KNOTS * (bell(seed, knot) * (1 - weight) + bell(seed, knot + 1) * weight);
}
