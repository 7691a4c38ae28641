/** How requests were answered, from the clients' point of view. */
export interface Answers {
  requests: number
  /** By status; `none` if the connection was refused or broken. */
  statuses: Record<string, number>
  /** Duration of the slowest reply of each kind, in seconds. */
  slowest: { good: number; refused: number }
  /** Unacceptable replies: none in time, a 500, a 503 whose problem is not on the list. */
  wrong: string[]
}

/** A request without a reply after this time hangs. */
const HANGS_AFTER_MS = 25_000

/** Whether a 503 has a problem on the closed list, and a Retry-After. */
async function isClear(reply: Response): Promise<boolean> {
  if (!reply.headers.get('retry-after')) return false
  const body: unknown = await reply
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'unavailable'
}

/** A `fetch` that counts. Each call of `takeAnswers` starts over. */
export function countingFetch() {
  let answers: Answers
  const begin = () => {
    answers = { requests: 0, statuses: {}, slowest: { good: 0, refused: 0 }, wrong: [] }
  }
  begin()
  const countedFetch: typeof fetch = async (input, init) => {
    const from = performance.now()
    const noted = answers
    noted.requests += 1
    const note = (kind: string, isGood: boolean) => {
      noted.statuses[kind] = (noted.statuses[kind] ?? 0) + 1
      const speed = isGood ? 'good' : 'refused'
      noted.slowest[speed] = Math.max(noted.slowest[speed], (performance.now() - from) / 1000)
    }
    const where = `${init?.method ?? 'GET'} ${String(input).replace(/^https?:\/\/[^/]*/, '')}`
    try {
      const reply = await fetch(input, { ...init, signal: AbortSignal.timeout(HANGS_AFTER_MS) })
      note(String(reply.status), reply.ok)
      const isWrong = reply.status === 503 ? !(await isClear(reply)) : reply.status >= 500
      if (isWrong) noted.wrong.push(`${where}: ${reply.status} ${(await reply.clone().text()).slice(0, 300)}`)
      return reply
    } catch (error) {
      const hangs = error instanceof Error && error.name === 'TimeoutError'
      note(hangs ? 'hung' : 'none', false)
      if (hangs) noted.wrong.push(`${where}: no answer in ${HANGS_AFTER_MS / 1000} s`)
      throw error
    }
  }
  return {
    countedFetch,
    takeAnswers(): Answers {
      const takeAnswers = answers
      begin()
      return takeAnswers
    },
  }
}
