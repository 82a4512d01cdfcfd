/** An unused code: 'n01', 'n02', … */
export function freeCode(taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const code = `n${String(number).padStart(2, '0')}`;
    if (!taken.includes(code)) return code;
  }
}
