/** Repeatable random numbers: the same seed gives the same sequence. */
export interface RandomSource {
  /** From 0 up to but not including 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number
  one<T>(of: readonly T[]): T
  /** True with this probability. */
  chance(share: number): boolean
}

/** Mulberry32. */
export function randomSource(seed: number): RandomSource {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    ...{ next, int },
    one<T>(of: readonly T[]): T {
      const found = of[int(0, of.length - 1)]
      if (found === undefined && !of.includes(found as T)) throw new Error('there is nothing to choose from')
      return found as T
    },
    chance: (share) => next() < share,
  }
}
