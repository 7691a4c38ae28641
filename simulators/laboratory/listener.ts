import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import { MOST_SENT_BYTES } from '#adapters/laboratory/port.ts'

interface Options {
  port: number
  receive: (raw: string) => Promise<string>
  onError: (error: Error) => void
}

/** Delay in milliseconds before retrying a port that another program has taken meanwhile. */
const AGAIN_MS = 200

export type SwitchableListener = Awaited<ReturnType<typeof openListener>>

/** The laboratory's listener on 127.0.0.1, which can be down: then it neither listens nor sends. */
export async function openListener({ port, receive, onError }: Options) {
  const limits = { frameBytes: MOST_SENT_BYTES }
  const listen = (at: number) => listenMllp({ host: '127.0.0.1', port: at, receive, limits, onError })
  let listener: Awaited<ReturnType<typeof listen>> | null = await listen(port)
  const taken = listener.port
  let closed = false
  let upAgain = Promise.withResolvers<void>()
  upAgain.resolve()
  let timer: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    clearTimeout(timer)
    if (listener || closed) return
    try {
      listener = await listen(taken)
      upAgain.resolve()
    } catch (error) {
      onError(error as Error)
      timer = setTimeout(() => void up(), AGAIN_MS)
    }
  }

  /** In sequence: the last request wins. */
  let turn = Promise.resolve()
  function up(): Promise<void> {
    turn = turn.then(open)
    return turn
  }

  async function shut(ms: number | null): Promise<void> {
    clearTimeout(timer)
    if (closed) return
    if (listener) upAgain = Promise.withResolvers<void>()
    await listener?.close()
    listener = null
    if (ms !== null) timer = setTimeout(() => void up(), ms)
  }

  return {
    port: taken,
    isUp: () => listener !== null,
    /** Resolves as soon as it is up, or closed for good. */
    whenUp: () => upAgain.promise,
    up,
    /** Resolves once no connection is left; lasts `ms`, or until told to be up. */
    down(ms: number | null): Promise<void> {
      turn = turn.then(() => shut(ms))
      return turn
    },
    async close(): Promise<void> {
      await turn
      closed = true
      clearTimeout(timer)
      await listener?.close()
      upAgain.resolve()
    },
  }
}
