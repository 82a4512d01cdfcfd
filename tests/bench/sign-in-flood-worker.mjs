// Runs in its own thread, so that its work does not affect the measurements.
import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { url, login, parallel, seconds } = workerData;
const agent = new http.Agent({ keepAlive: true, maxSockets: parallel });
const outcomes = new Map();
let made = 0;

/** Every attempt comes from another address block. */
function address() {
  made += 1;
  return `${11 + ((made >> 16) & 127)}.${(made >> 8) & 255}.${made & 255}.9`;
}

function send(method, path, headers, body) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const request = http.request(url + path, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => resolve({ answer, text: Buffer.concat(parts).toString('utf8') }));
      answer.on('error', reject);
    });
    request.on('error', (error) => (request.reusedSocket ? resolve(send(method, path, headers, body)) : reject(error)));
    request.end(body);
  });
}

async function guess(endsAt) {
  const { answer, text } = await send('GET', '/api/auth/csrf', { 'X-Forwarded-For': address() });
  const cookie = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  const { csrfToken } = JSON.parse(text);
  const body = new URLSearchParams({ username: login, password: 'a wrong guess', csrfToken, json: 'true' }).toString();
  while (Date.now() < endsAt) {
    const headers = { cookie, 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': address() };
    const { answer: told } = await send('POST', '/api/auth/callback/credentials', headers, body);
    const outcome = told.headers['retry-after'] === undefined ? 'looked at' : 'told to wait';
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
}

await Promise.all(Array.from({ length: parallel }, () => guess(Date.now() + seconds * 1_000)));
agent.destroy();
parentPort.postMessage(Object.fromEntries(outcomes));
