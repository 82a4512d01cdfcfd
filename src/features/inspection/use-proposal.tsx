import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createSensor } from '#contract/device/sensor.ts';
import type { Evidence } from '#contract/inspection/inspection.ts';
import { evidenceOf, kindOfType } from '#contract/inspection/proposal.ts';
import { areaValues } from '#contract/monitor/monitor.ts';
import { quality } from '#contract/quality/quality.ts';
import { needsHand, sensorsNow } from '#contract/quality/sensor-state.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { useProvisional } from '#src/api/outbox/use-provisional.ts';
import { readQuery } from '#src/api/read/query.ts';
import { judgedAt } from '#src/lib/data-age.ts';
import { troubleOf } from './inspection-words.tsx';
import type { Subject } from './subject-fields.tsx';
import { choicesQuery } from './use-choices.ts';

type Proposal = { subject: Subject; title: string; evidence: Evidence | null };

const whole: Proposal = {
  subject: { kind: 'controller', deviceIndex: null, sensorIndex: null },
  title: '',
  evidence: null,
};

/** The initial values of a new inspection: for a sensor with the current findings. Undefined while loading. */
export function useProposal(
  farmIndex: number,
  { sensor, device }: { sensor?: number; device?: number },
): Proposal | undefined {
  const isAsked = sensor !== undefined;
  const { now } = useClock();
  const values = useQuery({ ...readQuery(areaValues, { params: { farmId: farmIndex } }), enabled: isAsked });
  const judged = useQuery({ ...readQuery(quality, { params: { farmId: farmIndex } }), enabled: isAsked });
  const choices = useQuery(choicesQuery(farmIndex));
  const made = useProvisional(createSensor, sensor).asked;
  // Nothing is asked about a farm that is not sent yet.
  const asked = isProvisional(farmIndex) ? [] : isAsked ? [values, judged, choices] : [choices];
  const isRead = asked.every(({ isPending }) => !isPending) && made !== undefined;
  const [proposal, setProposal] = useState<Proposal>();

  function propose(): Proposal {
    if (device !== undefined) return { ...whole, subject: { ...whole.subject, deviceIndex: device } };
    const known = choices.data?.value.sensors.find(({ index }) => index === sensor);
    const areas = values.data?.value ?? [];
    const found = sensorsNow(areas, judged.data?.value, judgedAt(judged.data, now())).find(
      ({ index }) => index === sensor,
    );
    const type = found?.type ?? known?.type ?? made?.body.type;
    if (sensor === undefined || type === undefined) return whole;
    const subject = { kind: kindOfType(type), deviceIndex: null, sensorIndex: sensor };
    const newest = areas.flatMap(({ sensorValues }) => sensorValues).find(({ index }) => index === sensor);
    if (!found || !newest || !needsHand(found.state)) return { subject, title: '', evidence: null };
    const evidence = evidenceOf(found, newest);
    return { subject, title: `${found.areaName} ${found.name}: ${troubleOf(evidence)}`, evidence };
  }
  // Read once: later data must not change what is being typed.
  if (!proposal && isRead) setProposal(propose());
  return proposal;
}
