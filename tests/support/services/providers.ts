import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR_MS, MINUTE_MS, SEOUL_OFFSET_MS } from '#contract/time/time.ts';
import { simulatedWeather } from '#server/demo/weather.ts';
import type { HourForecast } from '#server/weather/kma/forecast.ts';
import { baseOf, type ForecastService, issueBefore, newestIssue } from '#server/weather/kma/issue-time.ts';
import { openRealtime, type Realtime } from './ambient-realtime.ts';

/** Faults of a service. */
const faults = [
  ...(['slow', 'empty', 'html', 'truncated', 'wrong-charset', 'xml', 'rate', 'quota', 'key-refused'] as const),
  ...(['late', 'ahead', 'down', 'garbage', 'no-station', 'redirect', 'missing'] as const),
] as const;
export type Fault = (typeof faults)[number];

const doors = ['forecast', 'asos', 'hub', 'ambient', 'realtime'] as const;
export type Door = (typeof doors)[number];

/** The key that the services accept, except Ambient Weather, whose key has another form. */
export const PROVIDER_KEY = 'a+key/of=the portal';
export const AMBIENT_KEY = 'e0'.repeat(32);

export type Providers = {
  url: string;
  /** Every call so far: the service and its query, without the key. */
  calls: { door: Door; query: Record<string, string> }[];
  /** Makes a service fail; `undefined` repairs it. */
  fail(door: Door, fault: Fault | undefined): void;
  /** Ambient Weather's realtime API, which also sends every minute by itself. */
  realtime: Pick<Realtime, 'subscribers' | 'tell' | 'cut'>;
  /** Instructions for a person at a terminal; `url` is the address of the services. */
  help(url: string): string;
  stop(): Promise<void>;
};

type Asked = { door: Door; query: Record<string, string>; op: string; now: number };
type Reply = { status: number; body: string | Buffer; type: string; retryAfter?: string; location?: string };

const JEJU = { latitude: 33.2785, longitude: 126.6608 };
/** EUC-KR text that is not valid UTF-8: '기상'. */
const EUC_KR = Buffer.from([0x23, 0x20, 0xb1, 0xe2, 0xbb, 0xf3, 0x0a]);

/** Simulated weather services on a real socket, with fault injection. */
export async function startProviders({
  port = 0,
  now: clock = Date.now,
}: {
  port?: number;
  now?(): number;
} = {}): Promise<Providers> {
  const calls: Providers['calls'] = [];
  const failing = new Map<Door, Fault>();
  let skewMs = 0;
  const now = () => clock() + skewMs;
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://providers');
    if (url.pathname.startsWith('/faults/')) return setFault(url.pathname, response);
    if (url.pathname.startsWith('/clock/')) {
      skewMs = Number(url.pathname.slice('/clock/'.length)) || 0;
      return send(response, json({ now: new Date(now()).toISOString() }));
    }
    const door = doorOf(url.pathname);
    if (!door) return send(response, { status: 404, body: 'API not found', type: 'text/plain' });
    const { serviceKey, authKey, apiKey, applicationKey: _, ...query } = Object.fromEntries(url.searchParams);
    calls.push({ door, query });
    const fault = failing.get(door);
    const op = url.pathname.split('/').at(-1) ?? '';
    if (fault === 'down') return request.socket.destroy();
    // Slower than any timeout, so the caller has to give up.
    if (fault === 'slow') return;
    if (fault === 'key-refused' || (serviceKey ?? authKey ?? apiKey) !== keyOf(door))
      return send(response, keyRefused(door));
    const reply = replyTo({ door, query, op, now: fault === 'late' ? lateAt(op, now()) : now() });
    send(response, spoiled(fault, reply, request.url ?? ''));
  };
  const realtime = openRealtime(server, {
    apiKey: AMBIENT_KEY,
    fault: () => failing.get('realtime'),
    stations: () => ownStations(now()),
    onSubscribe: (query) => calls.push({ door: 'realtime', query }),
  });
  const telling = setInterval(realtime.tell, MINUTE_MS).unref();
  const fail = (door: Door, fault: Fault | undefined) => {
    if (fault) failing.set(door, fault);
    else failing.delete(door);
    if (door === 'realtime' && fault === 'down') realtime.cut();
  };
  const setFault = (path: string, response: ServerResponse) => {
    const [, , door, fault] = path.split('/');
    const known = doors.find((one) => one === door);
    if (known)
      fail(
        known,
        faults.find((one) => one === fault),
      );
    send(response, {
      status: known ? 200 : 404,
      body: JSON.stringify(Object.fromEntries(failing)),
      type: 'application/json',
    });
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    calls,
    help: helpOf,
    fail,
    realtime,
    async stop() {
      clearInterval(telling);
      const closed = realtime.stop();
      server.closeAllConnections();
      await closed;
    },
  };
}

function helpOf(url: string): string {
  return `
Put this before npm start, each line alone leaves the others simulated or unasked:
  KMA_BASE_URL=${url} KMA_SERVICE_KEY='${PROVIDER_KEY}' \\
  KMA_HUB_BASE_URL=${url} KMA_HUB_KEY='${PROVIDER_KEY}' \\
  AMBIENT_BASE_URL=${url} \\
  DEMO=0 npm start

A farm needs coordinates or a public station (농장 정보); its own station goes by
  API key          ${AMBIENT_KEY}
  application key  any 64 hexadecimal digits

Faults, until the door is healed:
  curl ${url}/faults/forecast/late      doors: ${doors.join(', ')}
  curl ${url}/faults/forecast           healthy again
  ${faults.join(', ')}
The clock of all doors, ms ahead of this machine's:
  curl ${url}/clock/600000`;
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('the providers listen nowhere');
  return address.port;
}

function doorOf(path: string): Door | undefined {
  if (path.startsWith('/1360000/VilageFcstInfoService_2.0/')) return 'forecast';
  if (path === '/v1/devices') return 'ambient';
  if (path === '/1360000/AsosHourlyInfoService/getWthrDataList') return 'asos';
  return path === '/api/typ01/cgi-bin/url/nph-aws2_min' ? 'hub' : undefined;
}

function send(response: ServerResponse, { status, body, type, retryAfter, location }: Reply): void {
  const more = { ...(retryAfter && { 'retry-after': retryAfter }), ...(location && { location }) };
  response.writeHead(status, { 'content-type': type, ...more }).end(body);
}

const json = (value: unknown): Reply => ({ status: 200, body: JSON.stringify(value), type: 'application/json' });
const failureOf = (resultCode: string, resultMsg: string) => json({ response: { header: { resultCode, resultMsg } } });
const xmlOf = (code: string, message: string): Reply => ({
  status: 200,
  body: `<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>${message}</returnAuthMsg><returnReasonCode>${code}</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>`,
  type: 'text/xml',
});

const keyOf = (door: Door) => (door === 'ambient' ? AMBIENT_KEY : PROVIDER_KEY);

function keyRefused(door: Door): Reply {
  if (door === 'ambient') return { ...json({ error: 'apiKey-invalid' }), status: 401 };
  if (door !== 'hub') return xmlOf('30', 'SERVICE_KEY_IS_NOT_REGISTERED_ERROR');
  return { ...json({ result: { status: 401, message: '유효한 인증키가 아닙니다.' } }), status: 401 };
}

/** The time at which a late service seems to answer: before its newest issue. */
function lateAt(op: string, now: number): number {
  return isService(op) ? newestIssue(op, now) - MINUTE_MS : now - 4 * MINUTE_MS;
}

const isService = (op: string): op is ForecastService => /^get(UltraSrt(Ncst|Fcst)|VilageFcst)$/.test(op);

function spoiled(fault: Fault | undefined, reply: Reply, address: string): Reply {
  const bytes = Buffer.from(reply.body);
  switch (fault) {
    case 'empty':
      return { ...reply, body: '' };
    case 'html':
      return { status: 502, body: `<html><body><h1>Bad Gateway</h1>${address}</body></html>`, type: 'text/html' };
    case 'truncated':
      return { ...reply, body: bytes.subarray(0, Math.floor(bytes.length / 2)) };
    case 'wrong-charset':
      return { ...reply, body: Buffer.concat([bytes.subarray(0, -1), EUC_KR, bytes.subarray(-1)]) };
    case 'xml':
      return xmlOf('01', 'APPLICATION_ERROR');
    case 'rate':
      return { status: 429, body: 'API rate limit exceeded', type: 'text/plain', retryAfter: '90' };
    case 'no-station':
      return json([]);
    case 'missing':
      return { ...reply, body: String(reply.body).replace(/("(?:fcst|obsr)Value":)"[^"]*"/g, '$1"-999"') };
    case 'redirect':
      return { status: 302, body: '', type: 'text/plain', location: address.replace(/^\/[^?]*/, '/v1/devices') };
    case 'ahead':
      return { ...reply, body: String(reply.body).replace(/^20\d\d/gm, '2099') };
    case 'quota':
      return { status: 429, body: 'API token quota exceeded', type: 'text/plain' };
    default:
      return reply;
  }
}

function replyTo({ door, query, op, now }: Asked): Reply {
  if (door === 'hub') return minuteTable(query, now);
  if (door === 'asos') return hourlyTable(query, now);
  if (door === 'ambient') return json(ownStations(now));
  return isService(op) ? forecast(op, query, now) : { status: 404, body: 'API not found', type: 'text/plain' };
}

function page(items: readonly unknown[], { pageNo = '1', numOfRows = '10' }: Record<string, string>): Reply {
  const from = (Number(pageNo) - 1) * Number(numOfRows);
  const item = items.slice(from, from + Number(numOfRows));
  const header = { resultCode: '00', resultMsg: 'NORMAL_SERVICE' };
  return json({ response: { header, body: { dataType: 'JSON', items: { item }, totalCount: items.length } } });
}

function forecast(service: ForecastService, query: Record<string, string>, now: number): Reply {
  const [nx, ny] = [Number(query.nx), Number(query.ny)];
  if (!(nx >= 1 && nx <= 149 && ny >= 1 && ny <= 253)) return failureOf('10', 'INVALID_REQUEST_PARAMETER_ERROR');
  let issue = newestIssue(service, now);
  const isAsked = () => baseOf(issue).baseDate === query.base_date && baseOf(issue).baseTime === query.base_time;
  for (let step = 0; step < 30 && !isAsked(); step += 1) issue = issueBefore(service, issue);
  if (!isAsked()) return failureOf('03', 'NO_DATA');
  const { baseDate, baseTime } = baseOf(issue);
  const items = simulatedWeather.issue(JEJU, service, issue).flatMap((hour) => {
    const { baseDate: fcstDate, baseTime: fcstTime } = baseOf(hour.at);
    const when = service === 'getUltraSrtNcst' ? {} : { fcstDate, fcstTime };
    return Object.entries(categoriesOf(service, hour)).map(([category, value]) => {
      const told = service === 'getUltraSrtNcst' ? { obsrValue: value } : { fcstValue: value };
      return { baseDate, baseTime, category, ...when, ...told, nx, ny };
    });
  });
  return page(items, query);
}

function categoriesOf(service: ForecastService, hour: HourForecast): Record<string, string> {
  const text = (value: number | null) => String(value ?? -999);
  const rain = hour.rainMm?.value ?? 0;
  const words = rain === 0 ? '강수없음' : rain < 1 ? '1mm 미만' : `${rain}mm`;
  const common = {
    REH: text(hour.humidityPct),
    PTY: text(hour.precipitationType),
    VEC: text(hour.windDeg),
    WSD: text(hour.windMps),
  };
  if (service === 'getUltraSrtNcst') return { ...common, T1H: text(hour.temperatureC), RN1: text(rain) };
  if (service === 'getUltraSrtFcst') {
    return { ...common, T1H: text(hour.temperatureC), RN1: words, SKY: text(hour.sky) };
  }
  const snow = hour.snowCm?.value ?? 0;
  const village = { ...common, TMP: text(hour.temperatureC), PCP: words, SKY: text(hour.sky) };
  return { ...village, POP: text(hour.probabilityPct), SNO: snow === 0 ? '적설없음' : `${snow}cm` };
}

/** Minute values of stations; a minute that is not published yet has missing values. */
function minuteTable(query: Record<string, string>, now: number): Reply {
  const at = readHubTime(query.tm1 ?? '');
  const isThere = at <= now - 2 * MINUTE_MS;
  const measured = simulatedWeather.stationAt(JEJU)(at);
  const { temperatureC, humidityPct, windMps, windDeg, pressureHpa } = measured;
  const rows = ['184', '185', '188', '189', '993'].map((station) => {
    const cells = isThere
      ? [
          windDeg,
          windMps,
          windDeg,
          windMps,
          windDeg,
          windMps,
          temperatureC,
          0,
          0,
          0,
          0,
          0,
          humidityPct,
          -999,
          pressureHpa,
          1,
        ]
      : Array(16).fill(-99.9);
    return `${query.tm1},${station},${cells.map((cell: number) => cell.toFixed(1)).join(',')},=`;
  });
  const body = Buffer.concat([Buffer.from('#START7777\n'), EUC_KR, Buffer.from(`${rows.join('\n')}\n#7777END\n`)]);
  return { status: 200, body, type: 'text/plain' };
}

function readHubTime(text: string): number {
  const [, date = '', hour = '', minute = ''] = /^(\d{8})(\d{2})(\d{2})$/.exec(text) ?? [];
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  return Date.parse(`${day}T${hour}:${minute}:00+09:00`);
}

/** The hours of a past day. */
function hourlyTable(query: Record<string, string>, now: number): Reply {
  const date = query.startDt ?? '';
  const day = readHubTime(`${date}0000`);
  if (day + 24 * HOUR_MS > now) return failureOf('99', '전날 자료까지 제공됩니다. 날짜 범위를 확인해주세요.');
  const measure = simulatedWeather.stationAt(JEJU);
  const items = Array.from({ length: 24 }, (_, hour) => {
    const at = day + hour * HOUR_MS;
    const { temperatureC, humidityPct, windMps, windDeg, pressureHpa } = measure(at);
    const tm = new Date(at + SEOUL_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ');
    const hourly = { ta: temperatureC, hm: humidityPct, ws: windMps, wd: windDeg, ps: pressureHpa };
    const texts = Object.fromEntries(Object.entries(hourly).map(([name, value]) => [name, String(value)]));
    return { tm, stnId: query.stnIds, ...texts, rn: '', icsr: '' };
  });
  return page(items, query);
}

/** The account's second station is the nearer one to the house, and has no name. */
function ownStations(now: number) {
  const at = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const { temperatureC, humidityPct, windMps } = simulatedWeather.stationAt(JEJU)(at);
  const station = (macAddress: string, name: string, warmerC: number) => ({
    macAddress,
    info: { name },
    lastData: {
      dateutc: at,
      tempf: Number((((temperatureC ?? 0) + warmerC) * 1.8 + 32).toFixed(1)),
      humidity: humidityPct,
      windspeedmph: Number(((windMps ?? 0) / 0.44704).toFixed(1)),
      dailyrainin: 0,
    },
  });
  return [station('00:00:5E:00:53:01', '하우스 기상대', 0), station('00:00:5E:00:53:02', '', 2)];
}
