/** Numbers that look random and are the same in each run: the same family is drawn the same twice. */
export interface Random {
  /** Between 0 and 1, without 1. */
  next(): number
  /** Between 0 and `most`, without `most`. */
  below(most: number): number
  shuffled<T>(list: readonly T[]): T[]
}

/** The generator “mulberry32” by Tommy Ettinger, which its author put into the public domain. */
export function seeded(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    next,
    below,
    shuffled: (list) => {
      const copy = [...list]
      for (let left = copy.length - 1; left > 0; left--) {
        const other = below(left + 1)
        const [a, b] = [copy[left], copy[other]]
        if (a !== undefined && b !== undefined) [copy[left], copy[other]] = [b, a]
      }
      return copy
    },
  }
}
