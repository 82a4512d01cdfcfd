/**
 * Chance without a generator: every figure is a pure function of a seed and a place on the time axis,
 * so that any instant can be asked for in any order and a restart changes nothing.
 */

/** Uniform in [0, 1) for a seed and one or two whole numbers (32 bits each). */
export function hash01(seed: number, a: number, b = 0): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(a, 0xc2b2ae35) ^ Math.imul(b, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return ((h ^ (h >>> 14)) >>> 0) / 4_294_967_296;
}

/** Bell-shaped, mean 0, standard deviation 1, never beyond ±3 (the sum of three uniforms). */
export function bell(seed: number, a: number): number {
  return 2 * (hash01(seed, a, 1) + hash01(seed, a, 2) + hash01(seed, a, 3) - 1.5);
}

/** Between two knots of a cosine-like curve the spread is smaller than at the knots: this brings it back to 1. */
const BETWEEN_KNOTS = 1.16;

/** A curve that forgets itself over about one unit of x: mean 0, standard deviation 1, continuous with its slope. */
export function smoothNoise(seed: number, x: number): number {
  const knot = Math.floor(x);
  const f = x - knot;
  const weight = f * f * (3 - 2 * f);
  return BETWEEN_KNOTS * (bell(seed, knot) * (1 - weight) + bell(seed, knot + 1) * weight);
}
