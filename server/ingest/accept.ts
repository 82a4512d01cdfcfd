import type { Logger } from 'pino';
import { refusalWords } from '#contract/device/device-text.ts';
import {
  EARLIEST_READING_AT,
  FUTURE_TOLERANCE_MS,
  type IngestAnswer,
  type ReadingProblem,
  type Refusal,
} from '#contract/device/ingest.ts';
import { isChannelCode } from '#contract/device/sensor.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { DAY_MS, SECOND_MS } from '#contract/time/time.ts';
import { calibrate } from '../db/calibration.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../db/database-errors.ts';
import type { Store } from '../db/open.ts';
import {
  type ArrivedReading,
  EXCLUDED,
  type FindExcluded,
  type GatedReading,
  IMPLAUSIBLE,
} from '../db/reading-writer.ts';
import type { CachedDevice, Channel } from '../device/device-cache.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';
import { followReadings } from '../monitor/rollup.ts';
import { createBurstGuard } from './burst-guard.ts';
import { noteRefused, refusedOf } from './refused-readings.ts';
import { keepUnknown, type UnknownReading } from './unknown-readings.ts';

/**
 * The most readings per transaction, unless one batch has more: they hold the thread of SQLite for some hundredths of a
 * second, during which nobody else is answered.
 */
const MAX_GROUP = 5_000;

/** The most readings that wait for a transaction; some tens of megabytes. Beyond that senders keep what they have. */
const MAX_WAITING = 200_000;

/** Whether a message was certainly sent just now, or may have waited on its way. */
export type Arrival = 'live' | 'delayed';

export type Gate = {
  /**
   * Stores a batch of one device. A live reading without a time gets the current time. Resolves when everything is on
   * the disk. Rejects only when the database fails; then nothing of the batch is stored.
   */
  accept(device: CachedDevice, sent: readonly unknown[], arrival?: Arrival): Promise<IngestAnswer>;
  /** Counts an unreadable message of a device as one refused reading. Rejects only when the database fails. */
  refuse(device: CachedDevice, reason: Refusal): Promise<void>;
};

/** A batch after each reading was judged. */
type Sifted = {
  readings: ArrivedReading[];
  /** Readings under a code that no sensor has. */
  unknown: (UnknownReading & { index: number })[];
  problems: ReadingProblem[];
};

type Waiting = Sifted & {
  device: CachedDevice;
  sent: readonly unknown[];
  answer: IngestAnswer;
  resolve(answer: IngestAnswer): void;
  reject(error: unknown): void;
};

/** Called after a commit with the newest readings, calibrated as clients see them. */
type OnCommitted = (newest: readonly GatedReading[]) => void;

export type GateOptions = {
  now(): number;
  rawRetentionDays: number;
  onCommitted: OnCommitted;
  findExcluded?: FindExcluded;
  /** Whether `now` must not judge readings; they are refused then as while the database is away, to be sent again. */
  isClockWrong?(): boolean;
  /** Called when a group of batches could not be stored. */
  onFailed?(error: unknown): void;
  log: Pick<Logger, 'error'>;
};

/**
 * The gate that every reading passes, from HTTP and MQTT. Batches that arrive while a transaction runs share the next
 * one (group commit): one fsync for many callers. Raw rows, buckets and newest values change in the same transaction,
 * so they always agree. Callers get their answer only after the commit.
 */
export function createGate(store: Store, options: GateOptions): Gate {
  const queue: Waiting[] = [];
  let waiting = 0;
  const isBurst = createBurstGuard();
  let flushing = false;

  async function flush(): Promise<void> {
    if (flushing) return;
    flushing = true;
    while (queue.length > 0) {
      // Lets requests of the same turn join the group, and all others come between two groups.
      await yieldToOthers();
      const group = takeGroup(queue);
      waiting -= sizeOf(group);
      try {
        const newest = await commit(store, group, options);
        for (const { answer, resolve } of group) resolve(answer);
        tell(group, newest);
      } catch (error) {
        options.onFailed?.(error);
        // Who waits behind a group that has waited in vain would wait once more as long.
        const behind = isDatabaseUnavailable(error) ? queue.splice(0) : [];
        waiting -= sizeOf(behind);
        for (const { reject } of [...group, ...behind]) reject(error);
      }
    }
    flushing = false;
  }

  /** The batch is committed, so an error of a listener is only logged: nobody must get a refusal because of it. */
  function tell(group: readonly Waiting[], newest: GatedReading[]): void {
    try {
      if (newest.length > 0) options.onCommitted(shown(group, newest));
    } catch (error) {
      options.log.error({ err: error }, 'committed batch not told to those who listen');
    }
  }

  async function enqueue(device: CachedDevice, sent: readonly unknown[], sifted: Sifted): Promise<IngestAnswer> {
    if (options.isClockWrong?.()) throw new DatabaseUnavailable(new Error('the clock of this machine is wrong'));
    if (waiting + sent.length > MAX_WAITING)
      throw new DatabaseUnavailable(new Error('too many readings wait to be stored'));
    waiting += sent.length;
    const { problems } = sifted;
    const answer: IngestAnswer = { stored: 0, duplicate: 0, ...countsOf(problems), problems };
    return new Promise((resolve, reject) => {
      queue.push({ ...sifted, device, sent, answer, resolve, reject });
      void flush();
    });
  }

  return {
    async refuse(device, reason) {
      await enqueue(device, [], { readings: [], unknown: [], problems: [problemOf(0, reason)] });
    },
    accept(device, sent, arrival = 'live') {
      const now = options.now();
      const kept = Math.max(store.horizons.at('raw'), now - options.rawRetentionDays * DAY_MS);
      const earliest = Math.max(EARLIEST_READING_AT, kept);
      const mayDate = (channel: Channel | undefined) =>
        arrival === 'live' && (channel === undefined || !isBurst(channel.channelId, now));
      return enqueue(device, sent, sift(device, sent, { now, earliest, mayDate }));
    },
  };
}

const sizeOf = (batches: readonly Waiting[]) => batches.reduce((sum, { sent }) => sum + sent.length, 0);

function takeGroup(queue: Waiting[]): Waiting[] {
  let total = 0;
  let count = 0;
  for (const { sent } of queue) {
    const size = Math.max(sent.length, 1);
    if (count > 0 && total + size > MAX_GROUP) break;
    total += size;
    count += 1;
  }
  return queue.splice(0, count);
}

function countsOf(problems: readonly ReadingProblem[]): Pick<IngestAnswer, 'flagged' | 'kept' | 'refused'> {
  const countOf = (wanted: ReadingProblem['status']) => problems.filter(({ status }) => status === wanted).length;
  return { flagged: countOf('flagged'), kept: countOf('kept'), refused: countOf('refused') };
}

/** Stores the group in one transaction; returns the readings that became the newest of their channel. */
async function commit(
  store: Store,
  group: readonly Waiting[],
  { now: clock, findExcluded }: Pick<GateOptions, 'now' | 'findExcluded'>,
): Promise<GatedReading[]> {
  const now = clock();
  let counted: number[] = [];
  let problemsOf: readonly ReadingProblem[][] = [];
  const farms = group.map(({ device }) => device.farmId);
  const newest = await store.storing(farms, async (trx) => {
    // Asked inside the transaction: an exclusion committed after the reading was judged must apply, too.
    const isExcluded = await findExcluded?.({ db: trx }, farms);
    const batches = group.map(({ readings }) => readings);
    for (const reading of batches.flat()) {
      if (isExcluded?.(reading)) reading.flag |= EXCLUDED;
    }
    const fresh = await store.readings.insert(trx, batches);
    counted = fresh.map(({ length }) => length);
    const becameNewest = await followReadings(trx, store, fresh.flat());
    const heard = group.filter(({ readings }) => readings.length > 0).map(({ device }) => device);
    await store.readings.heard(trx, [...new Set(heard)], now);
    const unknown = group.flatMap((batch) => batch.unknown);
    const withoutRoom = await keepUnknown({ db: trx }, unknown, now);
    problemsOf = group.map((batch) => problemsOfBatch(batch, withoutRoom));
    const refused = group.flatMap(({ device, sent }, at) => refusedOf(device, sent, problemsOf[at] ?? []));
    await noteRefused({ db: trx }, refused, now);
    return becameNewest;
  });
  group.forEach(({ answer, readings, problems }, at) => {
    answer.stored = counted[at] ?? 0;
    answer.duplicate = readings.length - answer.stored;
    answer.problems = problemsOf[at] ?? problems;
    Object.assign(answer, countsOf(answer.problems));
  });
  return newest;
}

/** Readings for which there was no room after all are refused. */
function problemsOfBatch({ unknown, problems }: Sifted, withoutRoom: ReadonlySet<UnknownReading>): ReadingProblem[] {
  const refused = new Set(unknown.filter((one) => withoutRoom.has(one)).map(({ index }) => index));
  return problems.map((one) => (refused.has(one.index) ? problemOf(one.index, 'UNKNOWN_SENSOR') : one));
}

/** Applies calibrations. Few channels have one, so other readings are passed on unchanged. */
function shown(group: readonly Waiting[], readings: GatedReading[]): GatedReading[] {
  const calibrated = group.flatMap(({ device }) => (device.corrections.size > 0 ? [...device.corrections] : []));
  if (calibrated.length === 0) return readings;
  const corrections = new Map(calibrated);
  return readings.map((reading) => ({
    ...reading,
    value: calibrate(reading.value, reading.at, corrections.get(reading.channelId)),
  }));
}

type Circumstances = {
  now: number;
  /** Epoch ms; earlier readings are refused. */
  earliest: number;
  /** Whether a reading without a time may get the current one; the channel is undefined for an unknown code. */
  mayDate(channel: Channel | undefined): boolean;
};

/** Judges each reading separately, so that a bad one does not affect the others. */
function sift(device: CachedDevice, sent: readonly unknown[], circumstances: Circumstances): Sifted {
  const sifted: Sifted = { readings: [], unknown: [], problems: [] };
  sent.forEach((one, index) => {
    const judged = judge(device, one, circumstances);
    if (typeof judged === 'string') {
      sifted.problems.push(problemOf(index, judged));
    } else if ('code' in judged) {
      sifted.unknown.push({ ...judged, index });
      sifted.problems.push({ index, status: 'kept', reason: 'UNKNOWN_SENSOR', message: refusalWords.KEPT });
    } else {
      sifted.readings.push(judged);
      if (judged.flag !== IMPLAUSIBLE) return;
      sifted.problems.push({ index, status: 'flagged', reason: 'IMPLAUSIBLE', message: refusalWords.IMPLAUSIBLE });
    }
  });
  return sifted;
}

function problemOf(index: number, reason: Refusal): ReadingProblem {
  return { index, status: 'refused', reason, message: refusalWords[reason] };
}

function judge(
  device: CachedDevice,
  one: unknown,
  { now, earliest, mayDate }: Circumstances,
): ArrivedReading | UnknownReading | Refusal {
  if (typeof one !== 'object' || one === null || !('sensor' in one) || !('value' in one)) return 'MALFORMED';
  const { sensor, value } = one;
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'NOT_A_NUMBER';
  const channel = findChannel(device, sensor);
  if (!channel && !isChannelCode(sensor)) return 'UNKNOWN_SENSOR';
  const isDatedHere = !('at' in one) || one.at === undefined;
  if (isDatedHere && !mayDate(channel)) return 'UNDATED';
  const at = isDatedHere ? now : instantOf(one.at);
  if (Number.isNaN(at)) return 'MALFORMED';
  if (at > now + FUTURE_TOLERANCE_MS) return 'FUTURE';
  if (at < earliest) return 'TOO_OLD';
  const { farmId, deviceId } = device;
  if (!channel) {
    // At most one reading per second without a time, because the burst guard does not cover unknown codes.
    return { farmId, deviceId, code: String(sensor), at: isDatedHere ? at - (at % SECOND_MS) : at, value };
  }
  const [min, max] = channel.plausible;
  const flag = value < min || value > max ? IMPLAUSIBLE : 0;
  return { farmId, channelId: channel.channelId, at, value, flag, isDatedHere };
}

function findChannel(device: CachedDevice, sensor: unknown): Channel | undefined {
  if (typeof sensor === 'string') return device.byCode.get(sensor);
  return typeof sensor === 'number' ? device.byIndex.get(sensor) : undefined;
}

/** Epoch ms of an ISO instant with offset, or of a number of ms; NaN otherwise, because the zone would be a guess. */
function instantOf(at: unknown): number {
  if (typeof at === 'number') return Number.isInteger(at) ? at : NaN;
  return typeof at === 'string' ? parseInstant(at) : NaN;
}
