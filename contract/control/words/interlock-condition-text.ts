import { figureOf, type InterlockCode, type InterlockSettings } from '../protection/interlock.ts';
import { type ConditionGroup, leavesOf } from '../rule/condition.ts';
import { conditionsPhrase, type WordsOf } from '../rule/condition-text.ts';
import { figurePhrase } from './phrases-text.ts';

type Watching = { code: InterlockCode; when: ConditionGroup; own: Pick<InterlockSettings, 'value'> | null };

/** The condition of an interlock in words; where its sensor is missing they say so. */
export function interlockCondition({ code, when, own }: Watching, wordsOf: WordsOf): string {
  const isUnmeasured = leavesOf(when).some(({ condition: one }) => one.kind === 'sensor' && one.sensors.length === 0);
  if (!isUnmeasured) return conditionsPhrase(when, wordsOf);
  return `이 동에 이산화탄소 센서가 있고 ${figurePhrase(figureOf(code, 'value', own ?? undefined))} ppm 미만`;
}
