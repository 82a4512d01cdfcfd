/**
 * Common long passwords, and Korean words typed on an English keyboard. They are compared without case, spaces and
 * trailing digits, so that one entry covers many variants. Source: the top of the "10k most common" list of SecLists
 * (MIT licence), entries of eight characters and more.
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

/** Whether a password is a common one, whatever digits or signs stand around it. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase().replace(/\s/g, '');
  const stem = plain.replace(/[\d!@#$%^&*.]+$/, '');
  return known.has(plain) || known.has(stem) || known.has(plain.replace(/^\d+/, '')) || isRepeated(plain);
}

/** 'abcabcabcabc': a short text repeated. */
function isRepeated(text: string): boolean {
  return /^(.{1,5})\1+$/.test(text);
}
