/** Execute and Query: each runs a statement (PostgreSQL's manual, Message Formats). */
const RUNS = ['E', 'Q'].map((letter) => letter.charCodeAt(0))
/** The first message of a connection that is not a request for TLS or to cancel. */
const STARTUP = 3 << 16

/** What becomes of a piece on its way to the database. */
interface Passed {
  piece: Buffer
  /** The connection ends here, for both sides. */
  cut: boolean
}

/** Counts the statements that one database user sends, and cuts the connection of a given one. */
export interface Statements {
  /** Sent since the last call of `count` or `cut`. */
  count(): number
  /** Cuts the connection that sends the nth statement from now on: before the database has it, or right after. */
  cut(nth: number, when: 'before' | 'after'): void
  /** Whether the cut asked for last was made. */
  wasCut(): boolean
  /** For one connection: passes on what the client sends. */
  connection(): (piece: Buffer) => Passed
}

export function statementsOf(user: string): Statements {
  let [seen, at, before, done] = [0, 0, true, false]
  return {
    count() {
      const counted = seen
      seen = 0
      return counted
    },
    cut(nth, when) {
      ;[seen, at, before, done] = [0, nth, when === 'before', false]
    },
    wasCut: () => done,
    connection() {
      let [pending, started, isUsers] = [Buffer.alloc(0), false, false]
      return (piece) => {
        pending = Buffer.concat([pending, piece])
        let end = 0
        const passed = (cut: boolean): Passed => {
          const complete = pending.subarray(0, end)
          pending = pending.subarray(end)
          return { piece: complete, cut }
        }
        for (;;) {
          // Only the first messages have no letter before their length.
          const from = end + (started ? 1 : 0)
          if (pending.length < from + 4) return passed(false)
          const next = from + pending.readInt32BE(from)
          if (pending.length < next) return passed(false)
          if (!started && pending.readInt32BE(from + 4) === STARTUP) {
            started = true
            isUsers = pending
              .subarray(from + 8, next)
              .toString()
              .startsWith(`user\0${user}\0`)
          } else if (started && isUsers && RUNS.includes(pending[end] ?? 0)) {
            seen += 1
            if (at > 0 && seen === at) {
              ;[at, done] = [0, true]
              if (!before) end = next
              return passed(true)
            }
          }
          end = next
        }
      }
    },
  }
}
