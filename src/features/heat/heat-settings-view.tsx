import type { HeatSettings, HeatView } from '#contract/heat/heat.ts';
import { heatFieldWords } from '#contract/heat/heat-text.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { calendarWords, fieldValueWords, heatFieldNames } from './heat-words.tsx';

type HeatSettingsViewProps = Pick<HeatView, 'settings' | 'calendar'> & { now: number };

/** The settings of those who may only look, and of everybody while there is no connection. */
export function HeatSettingsView({ settings, calendar, now }: HeatSettingsViewProps) {
  const isFollowing = settings.mode === 'calendar' && calendar !== null;
  const own: readonly (keyof HeatSettings)[] = ['nightTargetC', 'dayTargetC', 'bands'];
  const names = heatFieldNames.filter((name) => !(isFollowing && own.includes(name)));
  const facts = names.map((name) => ({ label: heatFieldWords[name], value: fieldValueWords(name, settings) }));
  return (
    <Card aria-label="난방 설정 내용">
      <FactList facts={isFollowing ? [...facts, { label: '생육 달력', value: calendarWords(calendar, now) }] : facts} />
    </Card>
  );
}
