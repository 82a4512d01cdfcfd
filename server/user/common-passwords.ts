/**
 * Long passwords that stand near the top of every published list of leaked ones, and what Korean keyboards lead to.
 * Compared without case, spaces and digits at the end, so that one line stands for many.
 * Source: tops of the "10k most common" list of SecLists (MIT licence), those of eight characters and more.
 */
const stems = `
  password passw0rd p@ssword p@ssw0rd iloveyou princess sunshine football baseball superman trustno1 welcome
  whatever starwars computer internet michelle jennifer qwertyuiop qwerty asdfghjkl zxcvbnm 1qaz2wsx
  qazwsxedc 1q2w3e4r q1w2e3r4 zaq12wsx abcdefgh abcd1234 aaaa letmein monkey dragon master shadow login
  administrator admin manager greenhouse smartfarm onsil onsil-demo jejudo hallabong citrus korea daehan
  rkskekfk dkssud dkssudgktpdy tkfkdgo tkfkdgody wkfwkfy alsdud qlalfqjsgh qlqjs dkagh ghkdlxld clsrn gksmf
  gksfkqhd rkarbf tmakxmvka sksms dlfksk
`;
const known = new Set(stems.trim().split(/\s+/));

/** Whether a password, whatever stands at its end, is one that everybody tries first. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase().replace(/\s/g, '');
  const stem = plain.replace(/[\d!@#$%^&*.]+$/, '');
  return known.has(plain) || known.has(stem) || known.has(plain.replace(/^\d+/, '')) || isRepeated(plain);
}

/** 'abcabcabcabc': a short one, several times. */
function isRepeated(text: string): boolean {
  return /^(.{1,5})\1+$/.test(text);
}
