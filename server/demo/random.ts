/** Repeatable pseudo-random choices (mulberry32): the same seed gives the same demo laboratory. */
export interface Random {
  /** From 0 up to but not including `below`. */
  integer(below: number): number
  one<T>(list: readonly T[]): T
  chance(of: number): boolean
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const integer = (below: number) => Math.floor(next() * below)
  return {
    integer,
    one: (list) => {
      const found = list[integer(list.length)]
      if (found === undefined) throw new RangeError('nothing to choose from')
      return found
    },
    chance: (of) => next() < of,
  }
}
