import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useState } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { type StepName, stepNames } from './setup-steps.ts';
import { useSetup } from './use-setup.ts';

const stepWords: Record<StepName, string> = {
  farm: '농장',
  crop: '작물',
  device: '장치',
  sensor: '센서',
  value: '첫 값',
};

const DASHBOARD = '/cms/dashboard';

type SetupCardProps = { farm: Pick<Farm, 'index' | 'right'>; pathname: string };

/**
 * The setup progress of the farm, with a link to the next step. Nothing after the first value, except in the visit in
 * which it arrived; nothing while a form is open.
 */
export function SetupCard({ farm, pathname }: SetupCardProps) {
  const setup = useSetup(farm);
  const [wasOpen, setWasOpen] = useState(false);
  const next = setup?.steps.find(({ state }) => state === 'next')?.name;
  if (next !== undefined && !wasOpen) setWasOpen(true);
  if (!setup || pathname.endsWith('-create') || pathname.startsWith('/admin')) return null;
  if (next === undefined && (!wasOpen || pathname === DASHBOARD)) return null;
  return (
    <Card
      aria-labelledby="setup-title"
      data-next-step
      padding="md"
      // On a phone a secret that is not kept yet takes this place: its buttons stand in the first screen.
      className="mb-5 flex max-w-2xl flex-col gap-4 inset-ring-2 inset-ring-leaf max-md:[body:has([data-next-step=first])_&]:hidden"
    >
      <h2 id="setup-title" className="text-lg font-bold">
        {next === undefined ? '첫 값이 들어왔습니다' : `시작하기: 다음은 ${stepWords[next]}입니다`}
      </h2>
      {setup.arrived && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          {setup.arrived.areaName} {setup.arrived.sensorName}
          <strong className="tabular text-2xl">
            {formatNumber(setup.arrived.value, channelTypes[setup.arrived.type].decimals)} {setup.arrived.unit}
          </strong>
        </p>
      )}
      <ol className="grid grid-cols-5 gap-1">
        {setup.steps.map(({ name, state }) => (
          <li
            key={name}
            aria-current={state === 'next' ? 'step' : undefined}
            className="flex flex-col items-center gap-1"
          >
            <span
              className={classNames(
                'flex size-8 items-center justify-center rounded-full font-bold',
                state === 'done' && 'bg-leaf-tint text-leaf-strong',
                state === 'next' && 'bg-accent text-on-accent',
                state === 'later' && 'bg-sunken text-ink-soft',
              )}
            >
              {state === 'done' ? <Check aria-hidden className="size-5" /> : stepNames.indexOf(name) + 1}
            </span>
            <span className={state === 'later' ? 'text-ink-soft' : 'font-semibold'}>{stepWords[name]}</span>
            {state === 'done' && <span className="sr-only">마침</span>}
          </li>
        ))}
      </ol>
      <NextStep next={next} setup={setup} pathname={pathname} />
    </Card>
  );
}

type NextStepProps = { next: StepName | undefined; setup: NonNullable<ReturnType<typeof useSetup>>; pathname: string };

/** The next step. On the page where it is done, it says what is still missing. */
function NextStep({ next, setup: { device, unknown }, pathname }: NextStepProps) {
  const primary = `${buttonClass('primary')} self-start max-sm:w-full`;
  if (next === undefined) {
    return (
      <Link to={DASHBOARD} className={primary}>
        한눈에 보기
      </Link>
    );
  }
  if (next === 'farm' || next === 'crop') {
    return (
      <Link to="/cms/farm/crop-create" className={primary}>
        작물 등록
      </Link>
    );
  }
  if (next === 'device' || !device) {
    return (
      <Link to="/cms/device/device-create" className={primary}>
        장치 등록
      </Link>
    );
  }
  if (unknown) {
    return (
      <Link
        to="/cms/device/sensor-create"
        search={{ device: unknown.deviceIndex, code: unknown.code }}
        className={primary}
      >
        {unknown.code} 정하기
      </Link>
    );
  }
  if (pathname.startsWith('/cms/device/device-edit')) {
    return (
      <p className="flex items-center gap-3">
        <LoaderCircle aria-hidden className="size-6 shrink-0 animate-spin text-leaf" />
        장치가 값을 보내기를 기다립니다. 오면 무엇인지 여쭈어봅니다.
      </p>
    );
  }
  return (
    <Link
      to="/cms/device/device-edit/$deviceId"
      params={{ deviceId: String(device.index) }}
      search={{ tab: 'connect' }}
      className={primary}
    >
      장치 연결
    </Link>
  );
}
