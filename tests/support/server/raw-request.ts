import { request } from 'node:http';

/** A request with another Host header, which fetch does not allow. */
export async function askAs(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString(), headers: answer.headers }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}
