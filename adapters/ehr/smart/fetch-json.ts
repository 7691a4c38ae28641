/** An object of JSON. */
export type Json = Record<string, unknown>

/** How long one answer may take, unless the caller says otherwise. */
export const ANSWERED_WITHIN_MS = 5_000
/** How large one answer may be. */
const MOST_BYTES = 1_000_000

/** Why an answer brings nothing: its status; 0 without one, or if it is too large or no JSON object. */
export class NoAnswer extends Error {
  readonly status: number
  constructor(status: number) {
    // Without the address: it names a patient.
    super(`no answer that can be read (${status})`)
    this.status = status
  }
}

/** Fetches one JSON object; redirects are not followed, for they may lead anywhere. Throws `NoAnswer`. */
export async function fetchJson(
  address: string,
  {
    headers,
    signal,
    withinMs = ANSWERED_WITHIN_MS,
  }: { headers: Record<string, string>; signal?: AbortSignal; withinMs?: number },
): Promise<Json> {
  const limit = AbortSignal.timeout(withinMs)
  try {
    const response = await fetch(address, {
      ...{ headers, redirect: 'error', signal: signal ? AbortSignal.any([limit, signal]) : limit },
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new NoAnswer(response.status)
    }
    const found: unknown = JSON.parse(await boundedText(response))
    if (!isJson(found)) throw new NoAnswer(0)
    return found
  } catch (error) {
    throw error instanceof NoAnswer ? error : new NoAnswer(0)
  }
}

async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MOST_BYTES) throw new NoAnswer(0)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
