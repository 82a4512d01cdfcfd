import { decisionSentence } from '#contract/control/words/decision-text.ts';
import type { Moment } from './control-life.ts';

/** A figure that is not there; one without a unit, which is no time of day. */
const MISSING = /(^| )-(?!\d)/;
const BARE = /\d(?![\d.,:]| ?(℃|%|ppm|L|mm|kPa|번|시간|분|월|일)|에|까지)/;

/** P18: every line of the log is a whole sentence: no figure is missing, and each has its unit. */
export function wholeSentences({ decision }: Moment): string | null {
  for (const row of decision?.explanations ?? []) {
    const sentence = decisionSentence(
      { ...row, by: row.by === null ? null : 'by', figures: [...row.figures] },
      'thing',
    );
    if (MISSING.test(sentence) || BARE.test(sentence)) return sentence;
  }
  return null;
}
