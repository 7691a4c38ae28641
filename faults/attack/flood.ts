import { parentPort, workerData } from 'node:worker_threads'

/** What a flood requests, how many at a time, and until when (ms since the epoch). */
export interface Flood {
  url: string
  token: string
  concurrent: number
  until: number
}

/** Number of replies by status; 0: no reply. */
export type Answers = Record<number, number>

/**
 * Sends requests from a thread of its own, as the attacker's processor is not the server's; then aborts
 * pending ones.
 */
async function flood({ url, token, concurrent, until }: Flood): Promise<Answers> {
  const over = AbortSignal.timeout(Math.max(0, until - Date.now()))
  const answers: Answers = {}
  const one = async () => {
    while (!over.aborted) {
      const status = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: over })
        .then(async (reply) => {
          await reply.arrayBuffer()
          return reply.status
        })
        .catch(() => 0)
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: concurrent }, one))
  return answers
}

parentPort?.postMessage(await flood(workerData as Flood))
