import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { HumidityTargets } from '#contract/monitor/humidity.ts';
import { sunTimes } from '#contract/time/sun.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { useAgesTo, useNow } from '#src/api/call/server-clock.ts';
import { formatNight } from '#src/lib/format-date.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { AirAnswer } from './air-answer.tsx';
import { AirChart, type AirRange, type AirView } from './air-chart.tsx';
import { AirFigures } from './air-figures.tsx';
import { CalculationNotes } from './air-words.tsx';
import { chosenSensor } from './chosen-sensor.ts';
import { humidityQuery } from './humidity-query.ts';
import { WetHours } from './wet-hours.tsx';

export type HumiditySearch = { sensor?: number; range?: AirRange; view?: AirView };

type HumidityPanelProps = {
  farmName: string;
  targets: HumidityTargets;
  search: HumiditySearch;
  onChange: (next: HumiditySearch) => void;
  renderFailure: (error: Error, onRetry: () => void, isRetrying: boolean) => ReactNode;
  /** Renders the quality of the sensors behind the values. */
  renderSensors?: (sensors: readonly number[]) => ReactNode;
};

/** The humidity of a house: summary, values, hours of wetness, chart. */
export function HumidityPanel(props: HumidityPanelProps) {
  const { farmName, targets, search, onChange, renderFailure, renderSensors } = props;
  const sensors = targets.sensors.flatMap((group) => group.devices);
  const chosen = chosenSensor(targets, search.sensor);
  if (!chosen) {
    return (
      <Card>
        <EmptyState
          title="습도 센서가 없습니다"
          action={
            <Link to="/cms/device/sensor-manage" className={buttonClass()}>
              센서 관리
            </Link>
          }
        >
          습도 센서를 등록하면 여기에서 볼 수 있습니다.
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      {sensors.length > 1 && (
        <SingleChips
          label="어느 동"
          chips={sensors.map(({ index, areaName, name }) => ({ value: index, label: areaName, detail: name }))}
          value={chosen.index}
          onChange={(sensor) => onChange({ sensor })}
        />
      )}
      <House
        key={chosen.index}
        sensor={chosen.index}
        label={`${farmName} ${chosen.areaName} 습도와 수증기압차`}
        search={search}
        onChange={onChange}
        renderFailure={renderFailure}
        renderSensors={renderSensors}
      />
    </div>
  );
}

type HouseProps = Pick<HumidityPanelProps, 'search' | 'onChange' | 'renderFailure'> & {
  sensor: number;
  label: string;
  renderSensors: HumidityPanelProps['renderSensors'];
};

function House({ sensor, label, search, onChange, renderFailure, renderSensors }: HouseProps) {
  const now = useNow(MINUTE_MS);
  const agesTo = useAgesTo();
  const query = useQuery(humidityQuery(sensor));
  if (!query.data) {
    if (!query.isError) return <Shapes />;
    return renderFailure(query.error, () => void query.refetch(), query.isFetching);
  }
  const air = query.data.value;
  // The night began at sunset: it ends with the sunrise of the next day.
  const nightName = formatNight(sunTimes(air.lastNight.begin + DAY_MS).sunrise, now);
  return (
    <>
      <Card aria-label="요약" className="flex flex-col gap-2">
        <div aria-live="polite">
          <AirAnswer air={air} nightName={nightName} />
        </div>
        {air.season !== null && <p className="text-ink-soft">생육 단계: {air.season}</p>}
        {renderSensors?.([air.sensor, air.temperatureSensor, air.leafSensor].flatMap((one) => one?.index ?? []))}
        <DataAgeNote seen={query.data} now={agesTo} />
      </Card>
      <AirFigures air={air} now={now} nightName={nightName} />
      <WetHours air={air} nightName={nightName} />
      <AirChart
        label={label}
        graph={air.graph}
        range={search.range ?? '24h'}
        view={search.view ?? 'chart'}
        onChange={onChange}
      />
      <CalculationNotes />
    </>
  );
}

function Shapes() {
  return (
    <>
      <Skeleton className="h-24" />
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {['humidity', 'deficit', 'dew', 'drops'].map((name) => (
          <Skeleton key={name} className="h-40" />
        ))}
      </div>
      <Skeleton className="h-56" />
      <Skeleton className="h-96" />
    </>
  );
}
