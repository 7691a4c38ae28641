import type { Claimant } from './work.ts'

/** Why somebody gets no connection. */
export class NoShare extends Error {
  /** `own`: they have too many requests waiting themself; `all`: everybody together has. */
  readonly because: 'own' | 'all' | 'late'
  constructor(because: NoShare['because']) {
    super(because === 'own' ? 'too many of one caller wait' : 'too many wait for the database')
    this.because = because
  }
}

export interface ShareLimits {
  /** Connections that are shared. */
  connections: number
  /** How many may wait in all. */
  waiting: number
  /** How long one waits at most, in milliseconds. */
  withinMs: number
}

type Kind = keyof Claimant
const KINDS = ['user', 'institution', 'address'] as const satisfies readonly Kind[]

/** Of the connections, and of the places to wait, what one of each may have. An address may be a whole hospital's. */
const SHARE: Readonly<Record<Kind, number>> = { user: 1 / 4, institution: 1 / 2, address: 3 / 4 }

const shareOf = (kind: Kind, all: number) => Math.max(1, Math.floor(all * SHARE[kind]))

interface Waiting {
  claimant: Claimant
  start(): void
}

/** How many each one has, by kind and name. */
class Counts {
  readonly #counts = new Map<string, number>()
  static #key = (kind: Kind, name: string) => `${kind} ${name}`

  of(claimant: Claimant, kind: Kind): number {
    const name = claimant[kind]
    return name === undefined ? 0 : (this.#counts.get(Counts.#key(kind, name)) ?? 0)
  }

  add(claimant: Claimant, by: 1 | -1): void {
    for (const kind of KINDS) {
      const name = claimant[kind]
      if (name === undefined) continue
      const key = Counts.#key(kind, name)
      const count = (this.#counts.get(key) ?? 0) + by
      if (count === 0) this.#counts.delete(key)
      else this.#counts.set(key, count)
    }
  }

  /** Whether the claimant has as much of `all` as one may have. */
  isFull(claimant: Claimant, all: number): boolean {
    return KINDS.some((kind) => claimant[kind] !== undefined && this.of(claimant, kind) >= shareOf(kind, all))
  }

  get size(): number {
    return this.#counts.size
  }
}

/**
 * Shares connections out: one user has a quarter of them at most, one institution half, one address three quarters, so
 * that whoever asks for much leaves others something. Who must wait is served by turns: first those who have least, among
 * equals those who came first.
 */
export class ConnectionShares {
  readonly #limits: ShareLimits
  readonly #used = new Counts()
  readonly #waits = new Counts()
  #inUse = 0
  #queue: Waiting[] = []

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  get inUse(): number {
    return this.#inUse
  }

  get waiting(): number {
    return this.#queue.length
  }

  /** How many are known by name: nobody is remembered who has nothing. */
  get remembered(): number {
    return this.#used.size + this.#waits.size
  }

  /**
   * Settles when a connection may be taken; what it gives is called when it is given back, once. Throws NoShare where too
   * many wait or it took too long, and the signal's reason once that aborts.
   */
  async take(requester: Claimant, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    // As of now: what becomes known later must not be given back in its stead.
    const claimant = { ...requester }
    if (!this.#mayStart(claimant)) await this.#wait(claimant, signal)
    else this.#start(claimant)
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      this.#inUse -= 1
      this.#used.add(claimant, -1)
      this.#startNext()
    }
  }

  #mayStart(claimant: Claimant): boolean {
    const { connections } = this.#limits
    return this.#inUse < connections && !this.#used.isFull(claimant, connections)
  }

  #start(claimant: Claimant): void {
    this.#inUse += 1
    this.#used.add(claimant, 1)
  }

  #wait(claimant: Claimant, signal: AbortSignal | undefined): Promise<void> {
    const { waiting, withinMs } = this.#limits
    if (this.#waits.isFull(claimant, waiting)) throw new NoShare('own')
    if (this.#queue.length >= waiting) throw new NoShare('all')
    return new Promise((resolve, reject) => {
      const left = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', gone)
        this.#queue = this.#queue.filter((one) => one !== entry)
        this.#waits.add(claimant, -1)
      }
      const entry: Waiting = {
        claimant,
        start: () => {
          left()
          this.#start(claimant)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        left()
        reject(new NoShare('late'))
      }, withinMs)
      const gone = () => {
        left()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', gone, { once: true })
      this.#queue.push(entry)
      this.#waits.add(claimant, 1)
    })
  }

  #startNext(): void {
    const { connections } = this.#limits
    while (this.#inUse < connections) {
      let next: Waiting | undefined
      for (const one of this.#queue)
        if (!this.#used.isFull(one.claimant, connections) && (!next || this.#hasLess(one, next))) next = one
      if (!next) return
      next.start()
    }
  }

  /** Those who have less go first. */
  #hasLess({ claimant: one }: Waiting, { claimant: other }: Waiting): boolean {
    for (const kind of ['user', 'institution'] as const) {
      const difference = this.#used.of(one, kind) - this.#used.of(other, kind)
      if (difference !== 0) return difference < 0
    }
    return false
  }
}
