import type { HeatSettings, HeatView } from '#contract/heat/heat.ts';
import { heatFieldWords } from '#contract/heat/heat-text.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { calendarWords, fieldValueWords, heatFieldNames, hysteresisWords } from './heat-words.tsx';

type HeatSettingsViewProps = Pick<HeatView, 'settings' | 'calendar'> & { now: number };

/** The read-only settings, for users without write access and while offline. */
export function HeatSettingsView({ settings, calendar, now }: HeatSettingsViewProps) {
  const isFollowing = settings.mode === 'calendar' && calendar !== null;
  const own: readonly (keyof HeatSettings)[] = ['nightTargetC', 'dayTargetC', 'bands'];
  const names = heatFieldNames.filter((name) => !(isFollowing && own.includes(name)));
  const facts = names.map((name) => ({ label: heatFieldWords[name], value: explainedValue(name, settings) }));
  return (
    <Card aria-label="난방 설정 내용">
      <FactList facts={isFollowing ? [...facts, { label: '생육 달력', value: calendarWords(calendar, now) }] : facts} />
    </Card>
  );
}

/** A term that its value does not explain is followed by its meaning. */
function explainedValue(name: keyof HeatSettings, settings: HeatSettings) {
  const value = fieldValueWords(name, settings);
  if (name !== 'hysteresisC') return value;
  return (
    <>
      {value} <span className="text-ink-soft">({hysteresisWords(settings.hysteresisC)})</span>
    </>
  );
}
